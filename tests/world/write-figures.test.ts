// @own-modules
import { expect, it } from 'vitest';
import { countWrite } from './count-write';

/** Highest figures of one message with one write; each of its calls is executed once. */
const LIMITS = {
  modelRequests: 2,
  pageMessages: 6,
  lockMessages: 2,
  pageReads: 4,
  operations: 80,
};

it('one message with one write takes few requests, messages and operations', async () => {
  const { executions, reads, writes, ...counts } = await countWrite();
  expect(executions).toBe(1);
  const figures = { ...counts, operations: reads + writes };
  const above = Object.entries(LIMITS).filter(
    ([name, limit]) => figures[name as keyof typeof LIMITS] > limit,
  );
  expect(above, JSON.stringify({ ...figures, reads, writes })).toEqual([]);
});
