project = "Serving notes"
html_static_path = ["_static"]
html_js_files = [("kvfit-element.js", {"defer": "defer"})]
