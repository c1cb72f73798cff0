// A chart as a picture that stands alone: with the colours and the type that it has on the page, and nothing to load.

const namespace = "http://www.w3.org/2000/svg";
const shape = ["fill", "stroke", "stroke-width", "stroke-dasharray"];

/** What the style sheets decide of an element, and a picture alone has to carry. @type {Record<string, string[]>} */
const looks = {
  text: [...shape, "paint-order", "font-size", "font-weight"],
  line: shape,
  path: shape,
  rect: shape,
  circle: shape,
};

/** A colour as every reader of SVG knows it; style sheets also mix them. @param {string} colour */
function plain(colour) {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  if (!pen || colour === "none") return colour;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
}

/** What an XML document may not hold. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/**
 * The text of an SVG file.
 * @param {SVGSVGElement} drawing within the page, so that its styles are known
 * @param {string} title @param {string} description
 */
export function standalone(drawing, title, description) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const originals = drawing.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((one, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of looks[one.localName] ?? []) {
      const value = style.getPropertyValue(name);
      one.setAttribute(name, name === "fill" || name === "stroke" ? plain(value) : value);
    }
    one.removeAttribute("class");
  });
  const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  const left = /** @type {Comment[]} */ ([]);
  while (comments.nextNode()) left.push(/** @type {Comment} */ (comments.currentNode));
  for (const comment of left) comment.remove();

  for (const [name, text] of Object.entries({ desc: description, title })) {
    const element = document.createElementNS(namespace, name);
    element.id = name;
    element.textContent = text;
    copy.prepend(element);
  }
  copy.removeAttribute("class");
  copy.setAttribute("role", "img");
  copy.setAttribute("aria-labelledby", "title desc");
  copy.setAttribute("font-family", getComputedStyle(drawing).fontFamily);
  return new XMLSerializer().serializeToString(copy).replace(unwritable, "");
}

const scale = 2; // pixels of the image for one of the drawing

/** The same as a PNG file. Fails where a host's policy bars images from data. @param {string} svg @returns {Promise<Blob>} */
export async function raster(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no image"))), "image/png"),
  );
}
