/** Number of prompts that the user can save. */
export const MAX_SAVED_PROMPTS = 100;

/** Longest name and longest text of a saved prompt, in UTF-16 units. All saved prompts together fit into one file of settings. */
export const MAX_PROMPT_NAME_LENGTH = 60;

export const MAX_PROMPT_LENGTH = 10_000;

/** Longest text by which parts of a page are found, in UTF-16 units. */
export const MAX_NAME_SEARCH_LENGTH = 200;

/** Longest name of an alias, in UTF-16 units. */
export const MAX_ALIAS_LENGTH = 50;

/** Maximum length of a model's id, in UTF-16 units. */
export const MAX_MODEL_ID_LENGTH = 500;

/** Maximum number of models kept of one list of an endpoint. */
export const MAX_LISTED_MODELS = 10_000;
