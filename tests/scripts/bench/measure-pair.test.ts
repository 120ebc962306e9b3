import { expect, it } from 'vitest';
import { measurePair } from '@/scripts/bench/measure-pair';

it('times both alternately, on fresh input, without the warm-up', async () => {
  let nowMs = 0;
  const log: string[] = [];
  const take = (side: string, ms: number) => async (input: { round: number; serial: number }) => {
    log.push(`${side} ${input.round}/${input.serial}`);
    await Promise.resolve();
    nowMs += ms;
  };
  let serial = 0;
  const times = await measurePair(
    {
      rounds: 2,
      warmUpRounds: 1,
      prepare: (round) => {
        nowMs += 1_000;
        serial += 1;
        return { round, serial };
      },
      measured: take('measured', 3),
      baseline: take('baseline', 2),
    },
    () => nowMs,
  );
  expect(times).toEqual({ measured: [3, 3], baseline: [2, 2] });
  expect(log).toEqual([
    'measured 0/1',
    'baseline 0/2',
    'baseline 1/3',
    'measured 1/4',
    'measured 2/5',
    'baseline 2/6',
  ]);
});
