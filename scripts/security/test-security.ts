import { runSuiteCommand } from '../suites/run-suite-command';
import type { LoadModule } from '../suites/run-suites';
import type { Suite, SuiteCommand } from '../suites/suite';

/** What `npm run test:security` tries, in this order. `paths` tries all the cases there are, once. */
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
    runs: 2_000,
  },
  { name: 'paths', file: 'tests/security/paths/try-paths.ts', exportName: 'tryPaths', runs: 1 },
  { name: 'saves', file: 'tests/security/saves/try-saves.ts', exportName: 'trySaves', runs: 1_008 },
  { name: 'cards', file: 'tests/security/cards/try-cards.ts', exportName: 'tryCards', runs: 1_500 },
  { name: 'names', file: 'tests/security/names/try-names.ts', exportName: 'tryNames', runs: 2_000 },
  { name: 'nesting', file: 'tests/security/nesting/try-nesting.ts', exportName: 'tryNesting', runs: 200 },
  { name: 'wire', file: 'tests/security/wire/try-wire.ts', exportName: 'tryWire', runs: 1_000 },
];

/** `npm run test:security`. */
export const SECURITY_COMMAND: SuiteCommand = {
  script: 'test:security',
  about:
    'Tries to get past what guards the page, the policy and the keys, and prints how many cases were tried and what got through.',
  noun: 'kind',
  failed: 'findings',
  takesPath: false,
  suites: KINDS,
};

/** `npm run test:security` with these arguments. Answers with the exit code: 1 if anything got through. */
export async function testSecurity(args: string[], load: LoadModule): Promise<number> {
  return runSuiteCommand(SECURITY_COMMAND, args, load);
}
