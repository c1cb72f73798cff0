export default {
  title: "Serving notes",
  url: "https://docs.example",
  baseUrl: "/",
  scripts: [{ src: "/kvfit-element.js", defer: true }], // with a baseUrl of your own before it
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
