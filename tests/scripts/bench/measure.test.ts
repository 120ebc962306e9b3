import { expect, it } from 'vitest';
import { pairRow, sampleInTurns } from '@/scripts/bench/measure';

it.each([
  ['in the same order', false, 'ab ab ab'],
  ['in alternating order', true, 'ab ba ab'],
])(
  'samples are taken in turns %s, and those of the warm-up are not counted',
  async (_, isAlternating, order) => {
    const log: string[] = [];
    const turns = { rounds: 2, warmUpRounds: 1, isAlternating };
    const samplesOf = await sampleInTurns(turns, ['a', 'b'], async (key, round) => {
      log.push(key);
      return round;
    });
    expect(['a', 'b'].map(samplesOf)).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(log.join('')).toBe(order.replaceAll(' ', ''));
  },
);

it('a pair gets a fresh input each time', async () => {
  const inputs: number[] = [];
  const note = async (input: number) => void inputs.push(input);
  let made = 0;
  const prepare = () => {
    made += 1;
    return made;
  };
  const words = { what: 'a', against: 'b' };
  const turns = { rounds: 2, warmUpRounds: 0 };
  const row = await pairRow({
    ...words,
    ...turns,
    prepare,
    measured: (input) => note(input),
    baseline: note,
  });
  expect(inputs).toEqual([1, 2, 3, 4]);
  expect(row).toEqual({
    ...words,
    measured: [expect.any(Number), expect.any(Number)],
    baseline: [expect.any(Number), expect.any(Number)],
  });
});
