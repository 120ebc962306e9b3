/** Longest text by which parts of a page are found, in UTF-16 units. */
export const MAX_NAME_SEARCH_LENGTH = 200;
