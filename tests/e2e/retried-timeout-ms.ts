/** How long an error may take to be shown that the loop tries to overcome first: three requests, and up to 4 s between them. */
export const RETRIED_TIMEOUT_MS = 20_000;
