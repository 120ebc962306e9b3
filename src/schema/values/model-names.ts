/** Longest name of an alias, in UTF-16 units. */
export const MAX_ALIAS_LENGTH = 50;

/** Maximum length of a model's id, in UTF-16 units. */
export const MAX_MODEL_ID_LENGTH = 500;
