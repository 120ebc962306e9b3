/** Maximum number of requests for one response, including the first. */
export const MAX_ATTEMPTS = 3;
