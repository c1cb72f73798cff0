// The pages beside the calculator, one for each language: written by the build with the package that it has just built.
import { accuracy } from "./accuracy.mjs";
import { contexts } from "./context.mjs";
import { documentText, fileOf, names } from "./document.mjs";
import { methodology } from "./methodology.mjs";

const bodies = { methodology, accuracy };

/**
 * @param {import("../../wasm/kvfit.js").KvFit} kvfit
 * @param {{ style: string, page: string, provenance: import("../build/provenance.mjs").Provenance }} site
 * @returns {{ name: string, text: string }[]}
 */
export const documents = (kvfit, { style, page, provenance }) =>
  contexts(kvfit).flatMap((context) =>
    names.map((name) => ({
      name: fileOf(name, context.t.language),
      text: documentText(name, context.t, {
        body: bodies[name](context),
        style,
        page,
        note: context.t("page.provenance", { ...provenance }),
      }),
    })),
  );
