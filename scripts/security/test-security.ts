import { runSuiteCommand } from '../suites/run-suite-command';
import type { LoadModule } from '../suites/run-suites';
import type { Suite, SuiteCommand } from '../suites/suite';

/** The suites of `npm run test:security`, in order. `paths` runs all of its cases, once. */
const KINDS: readonly Suite[] = [
  {
    name: 'injection',
    file: 'tests/security/injection/try-injections.ts',
    exportName: 'tryInjections',
    runs: 10_000,
  },
  { name: 'tokens', file: 'tests/security/tokens/try-tokens.ts', exportName: 'tryTokens', runs: 2_000 },
  {
    name: 'messages',
    file: 'tests/security/messages/try-messages.ts',
    exportName: 'tryMessages',
    // More than the about 4,000 messages that there are, in a random order.
    runs: 5_000,
  },
  { name: 'paths', file: 'tests/security/paths/try-paths.ts', exportName: 'tryPaths', runs: 1 },
  { name: 'saves', file: 'tests/security/saves/try-saves.ts', exportName: 'trySaves', runs: 1_008 },
  { name: 'cards', file: 'tests/security/cards/try-cards.ts', exportName: 'tryCards', runs: 1_500 },
  { name: 'names', file: 'tests/security/names/try-names.ts', exportName: 'tryNames', runs: 2_000 },
  { name: 'nesting', file: 'tests/security/nesting/try-nesting.ts', exportName: 'tryNesting', runs: 200 },
  { name: 'reading', file: 'tests/security/reading/try-reading.ts', exportName: 'tryReading', runs: 1_000 },
  { name: 'wire', file: 'tests/security/wire/try-wire.ts', exportName: 'tryWire', runs: 1_000 },
];

/** `npm run test:security`. */
export const SECURITY_COMMAND: SuiteCommand = {
  script: 'test:security',
  about:
    'Attacks the protections of page, policy and keys, and prints the number of cases and those that succeeded.',
  noun: 'kind',
  failed: 'findings',
  takesPath: false,
  suites: KINDS,
};

/** `npm run test:security` with these arguments. Resolves with the exit code: 1 if an attack succeeded. */
export async function testSecurity(args: string[], load: LoadModule): Promise<number> {
  return runSuiteCommand(SECURITY_COMMAND, args, load);
}
