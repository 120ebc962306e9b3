import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionOf, mentionsIn } from '@/src/core/context/mentions';

const KINDS = ['model', 'rule'];
const names = (text: string) => mentionsIn(text, KINDS).map(({ kind, name }) => `${kind} ${name}`);

describe('a mention', () => {
  it.each([
    ['gpt-4o', '@model:gpt-4o'],
    ['openai/gpt-4.1', '@model:openai/gpt-4.1'],
    ['*-preview*', '@model:*-preview*'],
    ['Team limits', '@model:"Team limits"'],
    ['a "b"', '@model:"a \\"b\\""'],
    ['ends.', '@model:"ends."'],
    ['', '@model:""'],
  ])('of %j is %s', (name, mention) => {
    expect(mentionOf('model', name)).toBe(mention);
  });

  it('of any name is found again, whatever is around it', () => {
    const around = fc.constantFrom('', ' ', '\n', '(', ')', ', ', '. ', '!', '"');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), around, around, (name, before, after) => {
        const mention = mentionOf('model', name);
        expect(mentionsIn(`${before}${mention}${after}`, KINDS)).toEqual([{ kind: 'model', name, mention }]);
      }),
    );
  });

  it.each([
    ['Why is @model:gpt-4o, hidden?', ['model gpt-4o']],
    ['@model:a and @rule:a, then @model:a', ['model a', 'rule a']],
    ['@model:"a" is @model:a', ['model a']],
    ['See @model:gpt-4.', ['model gpt-4']],
    ['ada@model:gpt', []],
    ['@page:gpt', []],
    ['@model: gpt', []],
    ['@model:"open', []],
    ['@model:"\\x"', []],
    ['@gpt-4o', []],
  ])('%j mentions %j', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('is found in time that grows with the text, also where none is', () => {
    const started = performance.now();
    for (const text of ['@model:', '@model:"', '@model:a.', '"', '@model:"\\']) {
      mentionsIn(text.repeat(100_000 / text.length), KINDS);
      mentionsIn(`@model:a${text.at(-1)?.repeat(100_000)}`, KINDS);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
