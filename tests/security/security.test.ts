import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SECURITY_COMMAND } from '@/scripts/security/test-security';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { tryCards } from './cards/try-cards';
import { tryInjections } from './injection/try-injections';
import { tryMessages } from './messages/try-messages';
import { tryNames } from './names/try-names';
import { tryNesting } from './nesting/try-nesting';
import { PAGE_PATHS, tryPaths } from './paths/try-paths';
import { tryReading } from './reading/try-reading';
import { trySaves } from './saves/try-saves';
import { tryTokens } from './tokens/try-tokens';
import { tryWire } from './wire/try-wire';

type Kind = (options: SuiteOptions) => Promise<SuiteReport>;

/** Generous: the suites use the whole background, and a shared machine can stall. */
const TIMEOUT_MS = 120_000;

const KINDS: Record<string, [run: Kind, runs: number, leastCases: number]> = {
  injection: [tryInjections, 40, 40],
  tokens: [tryTokens, 150, 150],
  messages: [tryMessages, 150, 150],
  paths: [tryPaths, 1, 2 * PAGE_PATHS.length],
  saves: [trySaves, 12, 12],
  cards: [tryCards, 30, 30],
  names: [tryNames, 50, 50],
  nesting: [tryNesting, 6, 6],
  reading: [tryReading, 40, 40],
  wire: [tryWire, 300, 300],
};

// A short run of each suite; `npm run test:security` tries thousands of cases.
describe('the guards of page, policy and keys', () => {
  it.each(SECURITY_COMMAND.suites)(
    'refuse every attack: $name',
    async ({ name }) => {
      const [run, runs, leastCases] = KINDS[name] ?? [];
      const { cases, failures } = (await run?.({ runs: runs ?? 0, seed: 20_261_120 })) ?? {};
      expect(failures).toEqual([]);
      expect(cases).toBeGreaterThanOrEqual(leastCases ?? Number.POSITIVE_INFINITY);
    },
    TIMEOUT_MS,
  );
});

it.each(SECURITY_COMMAND.suites)(
  'the file that the command lists for $name exports it',
  ({ name, file, exportName }) => {
    expect(existsSync(file)).toBe(true);
    expect(KINDS[name]?.[0].name).toBe(exportName);
  },
);
