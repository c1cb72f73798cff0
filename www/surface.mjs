/** How the element's surface begins. @type {import("./types.js").Surface} */
export const surface = {
  drawer: false,
  more: false,
  equation: "payloadBytes",
  chartAsTable: false,
  chartWidth: 640,
  sort: { column: "", descending: false },
};
