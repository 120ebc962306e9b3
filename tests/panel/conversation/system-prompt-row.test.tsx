// @document
import { afterEach, expect, it } from 'vitest';
import { splitRequest } from '@/src/core/history/request-parts';
import { SystemPromptRow } from '@/src/panel/conversation/conversation-entry';
import type { SentRequest } from '@/src/schema/sent-request';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const writer = createDatabase(DATABASE_NAME);
afterEach(async () => {
  await Promise.all(writer.tables.map((table) => table.clear()));
});

async function store(messages: SentRequest['messages']): Promise<void> {
  const { row, parts } = splitRequest({
    id: 's',
    chatId: 'c',
    runId: 'r',
    kind: 'response',
    messageId: 'm',
    atMs: 1,
    model: 'demo',
    prompt: { parts: [], problems: [] },
    messages,
    tools: [],
    cacheMarks: [],
    omissions: [],
    snapshot: null,
    tokens: { systemPrompt: 2, tools: 0, messages: 1, total: 3 },
  });
  await writer.sentRequests.add(row);
  await writer.requestParts.bulkPut(parts);
}

it.each<[string, SentRequest['messages'] | null, string | RegExp]>([
  [
    'the prompt of the run’s requests',
    [
      { role: 'system', content: 'You assist.' },
      { role: 'user', content: 'Hi' },
    ],
    'You assist.',
  ],
  ['that they had none', [{ role: 'user', content: 'Hi' }], 'The requests had no system prompt.'],
  ['that none is kept', null, /^Not kept: /],
])('unfolded, shows %s', async (_, messages, text) => {
  if (messages !== null) await store(messages);
  rendering.render(<SystemPromptRow chatId="c" runId="r" />);
  expect(rendering.place.textContent).toBe('System prompt');
  await rendering.user.click(rendering.shown.getByText('System prompt'));
  expect(await rendering.shown.findByText(text, {}, { timeout: 10_000 })).toBeDefined();
});
