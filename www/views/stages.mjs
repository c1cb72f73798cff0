/**
 * How far a frame is drawn. The parts of a page are drawn one after another, so that no hand waits for the whole: the
 * answer, its picture, the long lists and what is folded, and all that stands below.
 */
export const stages = { answer: 0, picture: 1, lists: 2, whole: 3 };
