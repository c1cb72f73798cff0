/**
 * How far a frame is drawn. The parts of a page are drawn one after another, so that no hand waits for the whole: the
 * answer, the scenario's model and counts, its other fields, the picture, the long lists, what is folded, and all that
 * stands below.
 */
export const stages = { answer: 0, form: 1, fields: 2, picture: 3, lists: 4, folded: 5, whole: 6 };
