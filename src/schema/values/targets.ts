/** Bounds of a chat about several sites: number of sites, and UTF-16 units of a site's name. */
export const MAX_TARGETS = 50;
export const MAX_TARGET_NAME_LENGTH = 120;
