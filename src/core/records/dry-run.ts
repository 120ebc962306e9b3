/** Maximum number of names in one list of a preview. Further names are only counted. */
export const MAX_PREVIEW_NAMES = 500;
