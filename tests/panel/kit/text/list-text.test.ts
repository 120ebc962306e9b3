import { describe, expect, it } from 'vitest';
import { listText } from '@/src/panel/kit/text/list-text';

describe('a list in a sentence', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
    [['{last}', '$1'], '{last} and $1'],
  ])('of %j is “%s”', (texts, text) => {
    expect(listText(texts)).toBe(text);
  });
});
