/** What is made when it is first asked for, and kept. @template T @param {() => T} make @returns {() => T} */
export function once(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}
