import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Generous: it bundles the whole background, and a shared machine can stall. */
const TIMEOUT_MS = 120_000;

// Vitest has the browser's API and texts from elsewhere, so a suite that lacks them fails only in its own process.
it.each(['injection', 'cards'])(
  'the suite %s starts in its own process',
  (suite) => {
    const args = ['scripts/test-security.mjs', '--only', suite, '--runs', '1', '--seed', '1'];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toContain('0 findings');
  },
  TIMEOUT_MS,
);
