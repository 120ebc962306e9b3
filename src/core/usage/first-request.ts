/**
 * Tokens of the first request on a page with few models: its tools, prompt and state, and what a server's template adds to them.
 * SmolLM2's tokenizer counts 4,255 without a template, for a page with 54 models. A model that reads less can't be used.
 */
export const FIRST_REQUEST_TOKENS = 4_500;

/** Tokens that all requests of a model check use together, if the model needs no more requests than necessary. */
export const MODEL_CHECK_TOKENS = 55_000;
