/** Log topics of model requests and responses. */
export const PAYLOAD_TOPICS = { sent: 'llm.request', received: 'llm.response' } as const;
