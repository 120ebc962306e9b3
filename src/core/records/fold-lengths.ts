/** UTF-16 units of a user's message before the rest is folded. */
export const MAX_MESSAGE_CHARS = 10_000;
