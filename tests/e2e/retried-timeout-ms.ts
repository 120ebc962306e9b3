/** Time until an error is shown that the loop retries first: three requests, and up to 4 s between them. */
export const RETRIED_TIMEOUT_MS = 20_000;
