/** The page's site. */
export const PAGE_ORIGIN = 'http://proxy.example:8080';

/** The only origin that requests may go to. */
export const ENDPOINT_ORIGIN = 'http://endpoint.example:9000';

/** The destination that injected orders want data sent to. */
export const LEAK_ORIGIN = 'http://leak.example:6660';

/** The endpoint's key: if it appears anywhere else, it has leaked. */
export const CANARY_KEY = 'sk-canary-5f1e8c02b7d94a36';
