import type { SentRequest } from '@/src/schema/sent-request';

/** A request of the chat that was sent at this time, with these messages of the user. */
export function aSentRequest(atMs: number, chatId: string, texts: readonly string[]): SentRequest {
  return {
    id: `${chatId}-${atMs}`,
    chatId,
    runId: 'r',
    kind: 'response',
    messageId: 'a',
    atMs,
    model: 'm',
    prompt: { parts: [], problems: [] },
    messages: texts.map((content) => ({ role: 'user', content })),
    tools: [],
    cacheMarks: [],
    omissions: [],
    snapshot: null,
    tokens: { systemPrompt: 0, tools: 0, messages: 0, total: 0 },
  };
}
