/**
 * Estimated tokens of the first request on a page with few models: its tools, prompt and state. A model that reads less can't be used. Held
 * by tests/core/text/estimate-tokens.test.ts.
 */
export const FIRST_REQUEST_TOKENS = 4_500;
