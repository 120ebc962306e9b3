import { describe, expect, it } from 'vitest';
import { type Said, say, sentences } from '@/src/schema/values/said';

const sends = (title: string) => say('said.dryRun.sends', { title });
const inTurn = (...said: Said[]) => ({ id: 'said.sentences', values: { sentences: { inTurn: said } } });

describe('sentences', () => {
  it.each<[string, readonly (Said | null)[], Said]>([
    ['none: an empty text', [], ''],
    ['null and an empty text stand for none', [null, ''], ''],
    ['one: the sentence itself', [null, 'A.'], 'A.'],
    ['several: in turn', ['A.', sends('x')], inTurn('A.', sends('x'))],
    ['the same twice: once', [sends('x'), sends('x')], sends('x')],
    ['with another value: both', [sends('x'), sends('y')], inTurn(sends('x'), sends('y'))],
    [
      'within sentences: not nested',
      [sentences('A.', 'B.'), 'C.', sentences('A.', 'D.')],
      inTurn('A.', 'B.', 'C.', 'D.'),
    ],
  ])('%s', (_, said, expected) => {
    expect(sentences(...said)).toEqual(expected);
  });
});
