import { describe, expect, it } from 'vitest';
import { SECURITY_COMMAND } from '@/scripts/suites/test-security';
import { PAGE_PATHS } from './paths/try-paths';

/** Generous: the suites use the whole background, and a shared machine can stall. */
const TIMEOUT_MS = 120_000;

const KINDS: Record<string, [runs: number, leastCases: number]> = {
  injection: [60, 60],
  tokens: [150, 150],
  messages: [150, 150],
  paths: [1, 2 * PAGE_PATHS.length],
  saves: [12, 12],
  cards: [30, 30],
  names: [50, 50],
  nesting: [6, 6],
  reading: [40, 40],
  files: [60, 60],
  wire: [300, 300],
};

// A short run of each suite; `npm run test:security` tries thousands of cases.
describe('the guards of page, policy and keys', () => {
  it.each(SECURITY_COMMAND.suites)(
    'refuse every attack: $name',
    async ({ name, load }) => {
      const [runs = 0, leastCases = Number.POSITIVE_INFINITY] = KINDS[name] ?? [];
      const run = await load();
      const { cases, failures } = await run({ runs, seed: 20_261_120 });
      expect(failures).toEqual([]);
      expect(cases).toBeGreaterThanOrEqual(leastCases);
    },
    TIMEOUT_MS,
  );
});
