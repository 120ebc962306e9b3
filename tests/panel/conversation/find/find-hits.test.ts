import { describe, expect, it } from 'vitest';
import { findHits, foldCase, MAX_HITS, placesOf } from '@/src/panel/conversation/find/find-hits';
import type { WordsOf } from '@/src/panel/conversation/find/searched-texts';
import type { Message } from '@/src/schema/message';

const message = (position: number, fields: object): Message =>
  ({
    id: `m${position}`,
    position,
    content: '',
    reasoning: '',
    toolCalls: [],
    ...fields,
  }) as unknown as Message;
const call = (executionId: string, argumentsText: string) => ({ executionId, name: 'hide', argumentsText });

const WORDS: WordsOf = (tool) => ({
  line: ({ pattern }) =>
    tool === 'hide' && pattern !== undefined
      ? [
          { text: 'Hide ', isValue: false },
          { text: String(pattern), isValue: true },
        ]
      : null,
  views: [{ kind: 'names', path: ['hidden_models'], heading: 'kit.result.models', sign: null }],
});

const MESSAGES = [
  message(0, { role: 'user', content: 'Hide the **previews**' }),
  message(1, {
    role: 'assistant',
    reasoning: 'Which previews? All previews.',
    content: 'I **hide** the [previews](https://preview.test) of `gpt_4_preview`.',
    toolCalls: [call('e0', '{"pattern":"*-preview"}'), call('e1', '{}')],
  }),
  message(2, {
    role: 'tool',
    executionId: 'e0',
    result: {
      success: true,
      message: 'Done.',
      data: { hidden_models: ['o1-PREVIEW', 'x'], more: { a: 'preview' } },
    },
  }),
  message(3, { role: 'tool', executionId: 'e1', result: { success: false, message: 'No preview.' } }),
  message(4, { role: 'accounting', reason: 'Pruned' }),
  message(5, {
    role: 'rollback',
    kind: 'rollback',
    description: 'Before hide preview',
    createdAtMs: 0,
    discardedMessages: 2,
    savedNote: 'The file stays.',
  }),
  message(6, { role: 'partial-answer', content: 'These are **halves**' }),
];

async function* batches(messages: readonly Message[], size: number): AsyncGenerator<Message[]> {
  for (let at = 0; at < messages.length; at += size) yield messages.slice(at, at + size);
}

const found = async (query: string, size = 100) =>
  (await findHits(query, batches(MESSAGES, size), WORDS, new AbortController().signal))?.map(
    ({ key, position, index }) => `${position} ${key} ${index}`,
  );

describe('the hits in a chat', () => {
  it.each([1, 100])('are in all texts that it shows, in their order, read %d at a time', async (size) => {
    expect(await found('Preview', size)).toEqual([
      '0 m0 0',
      '1 m1:thinking 0',
      '1 m1:thinking 1',
      '1 m1:answer 0',
      '1 m1:answer 1',
      '1 m1:call:0 0',
      '1 m1:call:0 1',
      '1 m1:call:0 2',
      '1 m1:call:0 3',
      '1 m1:call:1 0',
      '5 m5 0',
    ]);
  });

  it.each([
    ['marks of Markdown that aren’t shown', 'i hide the previews of gpt_4', ['1 m1:answer 0']],
    ['no addresses of links', 'preview.test', []],
    ['texts of results as they are shown', 'o1-preview\nx', ['1 m1:call:0 0']],
    ['diacritics as typed', 'prévïew', []],
    ['the part of an answer that broke off', 'are halves', ['6 m6:answer 0']],
    ['the line of a call in words', 'hide *-pre', ['1 m1:call:0 0']],
    ['the outcome on that line', '2 models', ['1 m1:call:0 0']],
    ['all of a rollback’s row', '2 messages set aside. The file', ['5 m5 0']],
    ['names of tools', 'HIDE\n{}', ['1 m1:call:1 0']],
  ])('are found by %s', async (_, query, hits) => {
    expect(await found(query)).toEqual(hits);
  });

  it.each([
    ['code', 'The rules `openai/**` and `a~~b` hide it.', ['openai/**', 'a~~b']],
    ['a pattern', 'Block *preview*', ['*preview*']],
    [
      'a block of code',
      'Rules:\n\n```yaml\n- "**/mini`x`"\n\\*\n```\n**bold** `x`',
      ['"**/mini`x`"', '\\*', 'bold x'],
    ],
    ['a block of code in a list that isn’t closed', '- a\n  ~~~\n  **/mini', ['**/mini']],
    ['a table', '| a |\n|---|\n| `b\\|c` **d** |', ['b|c d']],
  ])('are found in %s as it is shown', async (_, content, queries) => {
    const answer = message(1, { role: 'assistant', content });
    const counts = queries.map(
      async (query) =>
        (await findHits(query, batches([answer], 1), WORDS, new AbortController().signal))?.length,
    );
    expect(await Promise.all(counts)).toEqual(queries.map(() => 1));
  });

  it('end at a limit, without reading on', async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 1;
        yield [message(read, { role: 'user', content: 'a'.repeat(1_500) })];
      }
    }
    expect(await findHits('a', endless(), WORDS, new AbortController().signal)).toHaveLength(MAX_HITS);
    expect(read).toBe(2);
  });

  it('are none if the search is cancelled', async () => {
    const cancelled = new AbortController();
    cancelled.abort();
    expect(await findHits('preview', batches(MESSAGES, 1), WORDS, cancelled.signal)).toBeNull();
  });
});

describe('a text without differences of case', () => {
  it.each([
    ['Hide MODELS', 'hide models'],
    ['ÄÖÜ Ж ΣΊΣΥΦΟΣ', 'äöü ж σίσυφοσ'],
    ['Σίσυφος', 'σίσυφοσ'],
    ['𐐀 and 😀', '𐐨 and 😀'],
    ['İstanbul', 'İstanbul'],
    ['résumé', 'résumé'],
  ])('of “%s” is “%s”', (text, folded) => {
    expect(foldCase(text)).toBe(folded);
    expect(foldCase(text)).toHaveLength(text.length);
  });
});

describe('the places of a text', () => {
  it.each<[string, string, number[]]>([
    ['a', 'banana', [1, 3, 5]],
    ['ana', 'banana', [1]],
    ['résumé', 'resume, résumé', [8]],
    ['x', 'banana', []],
    ['', 'banana', []],
  ])('“%s” in “%s”', (query, text, places) => {
    expect(placesOf(query, text, 10)).toEqual(places);
  });

  it('are at most as many as wanted', () => {
    expect(placesOf('a', 'a'.repeat(100), 7)).toHaveLength(7);
  });
});
