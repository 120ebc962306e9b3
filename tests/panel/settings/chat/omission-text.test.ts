import { expect, it } from 'vitest';
import { omissionText } from '@/src/panel/settings/chat/request-inspector';
import type { Omission } from '@/src/schema/sent-request';
import { wordsOf } from '@/src/texts/i18n';

it.each<[Omission['what'], Omission['reason'], number, string[], string]>([
  ['messages', 'set-aside', 2, [], '2 messages that a rollback, an edit or a retry set aside'],
  ['messages', 'local', 1, [], '1 note for you only'],
  ['messages', 'summary', 12, [], '12 messages before the summary, which replaces them'],
  ['calls', 'tool-memory', 1, ['A\u202e'], '1 call that tool memory forgot: A\\u202e'],
  ['messages', 'tool-memory', 3, [], '3 messages of calls that tool memory forgot'],
  ['results', 'aged', 2, [], 'The rest of 2 old results: old results are shortened'],
  ['messages', 'trimmed', 4, [], '4 messages, the oldest ones: the request would exceed its budget'],
  ['results', 'too-long', 1, [], 'The rest of 1 result above the chat’s limit for results'],
  ['messages', 'blank', 1, [], '1 answer without text or calls'],
  ['results', 'without-call', 2, [], '2 results without a call, which endpoints refuse'],
  ['arguments', 'refused-call', 1, [], 'The long arguments of 1 call without an effect'],
  ['page-states', 'superseded', 2, [], '2 earlier page states: only the newest one is sent'],
  [
    'cache-mark',
    'marked-part-changed',
    1,
    [],
    'The former end of the cached part: messages before it are no longer sent as they were',
  ],
  ['cache-mark', 'endpoint-refused', 1, [], 'Prompt caching: the endpoint refuses it'],
])('%s left out as %s (%i) read as words', (what, reason, count, tools, text) => {
  expect(wordsOf(omissionText({ what, reason, count, tools }))).toBe(text);
});
