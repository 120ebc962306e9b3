/** Limits on a context, far above those of any real page. Lengths are in UTF-16 units. */
export const MAX_NAME_LENGTH = 500;
/** Limit of the search text, and of the page's error. */
export const MAX_PAGE_TEXT_LENGTH = 10_000;
export const MAX_PROVIDERS = 1_000;
/** Limit of all providers together. */
export const MAX_MODELS = 100_000;
/** Limit of all providers together; the displayed and the saved rules are counted separately. */
export const MAX_RULES = 10_000;
export const MAX_RULES_LENGTH = 500_000;
/** 200 characters (docs/page-protocol.md) of up to two units each. */
export const MAX_PATTERN_UNITS = 400;
