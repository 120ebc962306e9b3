/** Log topics of model requests and responses. */
export const PAYLOAD_TOPICS = { request: 'llm.request', response: 'llm.response' } as const;
