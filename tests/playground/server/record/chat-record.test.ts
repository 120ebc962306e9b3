import { expect, it } from 'vitest';
import { type ChatEntry, createChatRecord } from '@/playground/server/record/chat-record';

it('keeps the newest entries only', () => {
  const record = createChatRecord({ limit: 3, startedAtMs: 0 });
  const entry = (id: string): ChatEntry => ({
    id,
    startedAtMs: 0,
    durationMs: 1,
    provider: 'demo',
    model: 'demo/assistant',
    status: 200,
    outcome: 'complete',
    tokens: null,
    failure: null,
  });
  for (const id of ['1', '2', '3', '4']) record.add(entry(id));
  expect(record.entries().map(({ id }) => id)).toEqual(['4', '3', '2']);
});
