import { describe, expect, it } from 'vitest';
import { MAX_EVENT_LENGTH, MAX_EVENT_VALUES, MAX_LIST_VALUES } from '@/src/core/llm/answer-limits';
import { ANSWER_BOUNDS, MODEL_LIST_BOUNDS, parseBoundedJson, parseJson } from '@/src/core/llm/parse-json';

const ones = (count: number) => `[${'1,'.repeat(count - 1)}1]`;

describe('a text', () => {
  it.each([
    ['with as many values as allowed', ones(MAX_EVENT_VALUES), ANSWER_BOUNDS],
    ['with as many in a list of models', ones(MAX_LIST_VALUES), MODEL_LIST_BOUNDS],
    ['with commas and brackets in texts only', JSON.stringify(`"\\{[,`.repeat(100_000)), ANSWER_BOUNDS],
    ['that is long', JSON.stringify('x'.repeat(1_000_000)), ANSWER_BOUNDS],
  ])('%s → parsed', (_, text, bounds) => {
    expect(JSON.stringify(parseBoundedJson(text, bounds))).toBe(text);
  });

  it.each([
    ['with one number too many', ones(MAX_EVENT_VALUES + 1), ANSWER_BOUNDS, 'answer is too large'],
    ['with empty objects', `[${'{},'.repeat(MAX_EVENT_VALUES)}1]`, ANSWER_BOUNDS, 'answer is too large'],
    ['with lists in lists', '['.repeat(2 * MAX_EVENT_VALUES), ANSWER_BOUNDS, 'answer is too large'],
    ['with values after a text', `["\\"",${ones(MAX_EVENT_VALUES)}]`, ANSWER_BOUNDS, 'answer is too large'],
    ['that is too long', `"${'x'.repeat(MAX_EVENT_LENGTH)}"`, ANSWER_BOUNDS, 'answer is too large'],
    ['of models with too many values', ones(MAX_LIST_VALUES + 1), MODEL_LIST_BOUNDS, 'list of models is too'],
  ])('%s → error that states the bound', (_, text, bounds, words) => {
    for (const parse of [parseBoundedJson, parseJson]) {
      expect(() => parse(text, bounds)).toThrow(
        expect.objectContaining({ code: 'protocol', message: expect.stringContaining(words) }),
      );
    }
  });

  it('that isn’t JSON → undefined, or a SyntaxError', () => {
    expect(parseJson('{', ANSWER_BOUNDS)).toBeUndefined();
    expect(() => parseBoundedJson('{', ANSWER_BOUNDS)).toThrow(SyntaxError);
  });
});
