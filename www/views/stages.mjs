/** How far a frame is drawn: what a long page shows first is not kept waiting by the rest. */
export const stages = { answer: 0, picture: 1, whole: 2 };
