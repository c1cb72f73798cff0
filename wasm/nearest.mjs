/** Edit distance between two short texts. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

/**
 * The candidates that someone who typed `word` may have meant: those that begin with it, that hold it, that are close.
 * @param {string} word
 * @param {string[]} candidates
 * @param {number} [most]
 */
export function nearest(word, candidates, most = 3) {
  const typed = word.toLowerCase().slice(0, 100);
  const near = Math.max(2, Math.floor(typed.length / 3));
  return candidates
    .map((name) => {
      const at = typed.length > 2 ? name.toLowerCase().indexOf(typed) : -1;
      return { name, edits: at < 0 ? distance(typed, name.toLowerCase()) : Math.min(at, 1) };
    })
    .filter(({ edits }) => edits <= near)
    .sort((a, b) => a.edits - b.edits || a.name.length - b.name.length)
    .slice(0, most)
    .map(({ name }) => name);
}
