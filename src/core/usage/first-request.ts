/**
 * Tokens of the first request on a page with few models: its tools, prompt and state, and what a server's template adds to them. llama.cpp
 * counts 5,084 with SmolLM2. A model that reads less can't be used.
 */
export const FIRST_REQUEST_TOKENS = 5_200;
