import { expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import { toApiTools } from '@/src/core/llm/api-tools';
import { toolsOf } from '@/src/core/tools/built-in-tools';

/** Most bytes of the tools of a request: a context window of 4,096 tokens has to hold them, the prompt and a page. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  'model-filter': 8_000,
  'cli-proxy-api': 5_000,
  'llm-api-key-proxy': 6_000,
  'open-webui': 4_000,
  'new-api': 8_000,
  'any-page': 3_000,
};

it.each(adapters)('the tools of a $id page take few bytes of each request', ({ id, tools }) => {
  const sent = JSON.stringify(toApiTools(toolsOf(tools, { sendsMessages: false })));
  expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(MOST_BYTES[id] ?? 0);
});
