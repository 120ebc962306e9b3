/** Topics of what goes to a model and of what comes back (ledger B-049). */
export const PAYLOAD_TOPICS = { request: 'llm.request', response: 'llm.response' } as const;
