import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createRequestSplitter,
  joinRequest,
  partHashes,
  splitRequest,
} from '@/src/core/history/request-parts';
import type { ApiMessage, ApiTool } from '@/src/schema/api-message';
import type { PromptPart, SentRequest } from '@/src/schema/sent-request';

const text = fc.constantFrom('', 'a', 'b', 'a longer text');
const message: fc.Arbitrary<ApiMessage> = fc.oneof(
  fc.record({ role: fc.constantFrom('system' as const, 'user' as const), content: text }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: fc.option(text),
    tool_calls: fc.array(
      fc.record({
        id: text,
        type: fc.constant('function' as const),
        function: fc.record({ name: text, arguments: text }),
      }),
    ),
  }),
  fc.record({ role: fc.constant('tool' as const), tool_call_id: text, content: text }),
);
const tool: fc.Arbitrary<ApiTool> = fc.record({
  type: fc.constant('function' as const),
  function: fc.record({ name: text, description: text, parameters: fc.constant({ type: 'object' }) }),
});
const promptPart: fc.Arbitrary<PromptPart> = fc.record({
  key: text,
  section: text,
  priority: fc.nat(9),
  source: fc.constantFrom('base' as const, 'adapter' as const),
  state: fc.constantFrom('sent' as const, 'excluded' as const),
  text,
  tokens: fc.nat(9),
});
const request: fc.Arbitrary<SentRequest> = fc.record({
  id: text,
  chatId: text,
  runId: fc.option(text),
  kind: fc.constantFrom('response' as const, 'summary' as const),
  messageId: text,
  atMs: fc.nat(9),
  model: text,
  prompt: fc.record({ parts: fc.array(promptPart), problems: fc.constant([]) }),
  messages: fc.array(message),
  tools: fc.array(tool),
  cacheMarks: fc.array(fc.nat(9)),
  omissions: fc.constant([]),
  snapshot: fc.constantFrom(null, {
    id: 3,
    items: [{ key: 'page', hash: 'h', capturedAtMs: 5, isSent: true }],
  }),
  tokens: fc.constant({ systemPrompt: 1, tools: 2, messages: 3, total: 6 }),
});

it('a request that is split and joined is the same again, with no content in its row and none stored twice', () => {
  fc.assert(
    fc.property(request, (given) => {
      const { row, parts } = splitRequest(given);
      expect(joinRequest(row, parts)).toEqual(given);
      const stored = parts.map(({ hash }) => hash);
      expect(new Set(stored).size).toBe(stored.length);
      expect(new Set(partHashes(row))).toEqual(new Set(stored));
      expect(parts.every(({ chatId }) => chatId === given.chatId)).toBe(true);
    }),
  );
});

it('a request of which a part is missing is an error, rather than one with a hole', () => {
  const [whole] = fc.sample(
    request.filter(({ messages }) => messages.length > 0),
    1,
  );
  if (whole === undefined) throw new Error('no sample');
  const { row } = splitRequest(whole);
  expect(() => joinRequest(row, [])).toThrow(expect.objectContaining({ code: 'storage' }));
});

it('requests that are split one after another have the same rows and parts as each alone', () => {
  fc.assert(
    fc.property(fc.array(request, { maxLength: 4 }), (requests) => {
      const split = createRequestSplitter();
      for (const given of requests) expect(split(given)).toEqual(splitRequest(given));
    }),
  );
});
