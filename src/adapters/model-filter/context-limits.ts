/** Limits on a context, far above those of any real page. Lengths are in UTF-16 units. */
export const MAX_NAME_LENGTH = 500;
/** For the search text and the error. */
export const MAX_PAGE_TEXT_LENGTH = 10_000;
export const MAX_PROVIDERS = 1_000;
/** For all providers together. */
export const MAX_MODELS = 100_000;
/** For all providers together; applies separately to the displayed and the saved rules. */
export const MAX_RULES = 10_000;
export const MAX_RULES_LENGTH = 500_000;
/** 200 characters (docs/page-protocol.md) of up to two units each. */
export const MAX_PATTERN_UNITS = 400;
