import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { createThinkTags } from '@/src/core/llm/think-tags';

const content = (text: string): AIStreamChunk => ({ type: 'content', text });
const STOP: AIStreamChunk = { type: 'finish', reason: 'stop' };
const CALL: AIStreamChunk = { type: 'tool-call-part', index: 0, id: 'x', name: 'find', argumentsText: '{}' };

function split(chunks: AIStreamChunk[]) {
  const tags = createThinkTags();
  const out = [...chunks.flatMap((chunk) => tags.add(chunk)), ...tags.end()];
  const textOf = (type: 'content' | 'reasoning') =>
    out.map((chunk) => (chunk.type === type ? chunk.text : '')).join('');
  return { out, content: textOf('content'), reasoning: textOf('reasoning') };
}

describe('the text of an answer', () => {
  it.each([
    ['reasoning at its start', '<think>Hm.</think>\n\nYes.', 'Hm.', 'Yes.'],
    ['white space before the reasoning', '\n <think>Hm.</think>Yes.', 'Hm.', 'Yes.'],
    ['empty reasoning', '<think>\n</think>\n\nYes.', '\n', 'Yes.'],
    ['angle brackets in the reasoning', '<think>a </b> </thin </think>Yes.', 'a </b> </thin ', 'Yes.'],
    [
      'a second reasoning block',
      '<think>Hm.</think>Yes. <think>No.</think>',
      'Hm.',
      'Yes. <think>No.</think>',
    ],
    ['a tag after text', 'Write <think>Hm.</think>', '', 'Write <think>Hm.</think>'],
    ['another tag', '<thinker>Yes.', '', '<thinker>Yes.'],
    ['only the start of the tag', ' <thin', '', ' <thin'],
    ['only an end tag', '</think>Yes.', '', '</think>Yes.'],
    ['only white space', ' \n', '', ' \n'],
    ['much white space before the tag', `${' '.repeat(65)}<think>`, '', `${' '.repeat(65)}<think>`],
  ])('with %s → the same reasoning and text, however it is cut', (_, text, reasoning, said) => {
    expect(split([content(text), STOP])).toMatchObject({ reasoning, content: said });
    expect(split([...[...text].map(content), STOP])).toMatchObject({ reasoning, content: said });
  });

  it('without a tag is never changed, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'<think/> \na') })), (pieces) => {
        const text = pieces.join('');
        fc.pre(!text.trimStart().startsWith('<think>'));
        expect(split(pieces.map(content)).content).toBe(text);
      }),
    );
  });

  it.each([
    ['the model stopped', [STOP], 'Hm. Yes.', [STOP, content('Hm. Yes.'), STOP]],
    ['the endpoint gave no finish reason', [], 'Hm. Yes.', [content('Hm. Yes.')]],
    ['the model reached its length limit', [{ type: 'finish', reason: 'length' } as const], '', undefined],
    ['a call followed', [CALL, STOP], '', undefined],
  ])('with reasoning that never ends, and %s → no answer is lost', (_, end, said, tail) => {
    const read = split([content('<think>Hm. '), content('Yes.'), ...end]);

    expect(read).toMatchObject({ reasoning: 'Hm. Yes.', content: said });
    if (tail !== undefined) expect(read.out.slice(-tail.length)).toEqual(tail);
  });

  it('is parsed from the start after a restart', () => {
    const { out } = split([content('<think>Hm'), { type: 'restart' }, content('Yes.'), STOP]);

    expect(out).toEqual([{ type: 'reasoning', text: 'Hm' }, { type: 'restart' }, content('Yes.'), STOP]);
  });

  it('beside separate reasoning keeps both, in order', () => {
    const own: AIStreamChunk = { type: 'reasoning', text: 'So. ' };

    expect(split([own, content('<think>Hm.</think>Yes.')])).toMatchObject({
      reasoning: 'So. Hm.',
      content: 'Yes.',
    });
  });
});
