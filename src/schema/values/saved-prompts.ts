/** Number of prompts that the user can save. */
export const MAX_SAVED_PROMPTS = 100;

/** Longest name and longest text of a saved prompt, in UTF-16 units. All of them fit into one file of settings. */
export const MAX_PROMPT_NAME_LENGTH = 60;
export const MAX_PROMPT_LENGTH = 10_000;
