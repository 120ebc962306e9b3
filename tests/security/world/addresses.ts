/** The page's site. */
export const PAGE_ORIGIN = 'http://proxy.example:8080';

/** The only place to which a request may go. */
export const ENDPOINT_ORIGIN = 'http://endpoint.example:9000';

/** Where strangers want things to be sent. */
export const LEAK_ORIGIN = 'http://leak.example:6660';

/** The endpoint's key: whatever else holds it has leaked it. */
export const CANARY_KEY = 'sk-canary-5f1e8c02b7d94a36';
