import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ROOT } from '@/scripts/set-up.mjs';
import { roundFor } from '@/tests/chaos/choose-round';
import { readFaultMatrix } from '@/tests/chaos/fault-matrix';
import { playAndCheck } from '@/tests/chaos/play-rounds';
import { test } from './chaos-stage';
import { thorough } from './thorough';

const tag = '@recovery';

/** A round's number is part of its message. chaos.spec.ts plays rounds with smaller numbers in the same browser. */
const FIRST_ROUND = 1_000;

const cells = readFaultMatrix(readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8'));

for (const [index, cell] of cells.entries()) {
  const { kind, moment, ends } = cell;
  if (kind === null || ends.length === 0) continue;
  // `npm test` plays a round by `npm run chaos`.
  test(
    `the fault ${kind}, ${moment}: the task ends ${ends.join(' or ')}, and nothing is lost`,
    thorough({ tag }),
    async ({ stage }) => {
      const { state, violations } = await playAndCheck(stage, roundFor(cell, FIRST_ROUND + index), cell);
      expect(violations).toEqual([]);
      expect(ends).toContain(state);
    },
  );
}
