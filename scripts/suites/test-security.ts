import { runSuites } from './run-suites';
import { type Suite, type SuiteCommand, suite } from './suite';

/** The suites of `npm run test:security`, in execution order. `paths` runs each of its cases once. */
const KINDS: readonly Suite[] = [
  suite(
    'injection',
    10_000,
    async () => (await import('@/tests/security/injection/try-injections')).tryInjections,
  ),
  suite('tokens', 2_000, async () => (await import('@/tests/security/tokens/try-tokens')).tryTokens),
  // More than the number of messages (about 4,000), which are tried in random order.
  suite('messages', 5_000, async () => (await import('@/tests/security/messages/try-messages')).tryMessages),
  suite('paths', 1, async () => (await import('@/tests/security/paths/try-paths')).tryPaths),
  suite('saves', 1_008, async () => (await import('@/tests/security/saves/try-saves')).trySaves),
  suite('cards', 1_500, async () => (await import('@/tests/security/cards/try-cards')).tryCards),
  suite('names', 2_000, async () => (await import('@/tests/security/names/try-names')).tryNames),
  suite('nesting', 200, async () => (await import('@/tests/security/nesting/try-nesting')).tryNesting),
  suite('reading', 1_000, async () => (await import('@/tests/security/reading/try-reading')).tryReading),
  suite('files', 200, async () => (await import('@/tests/security/files/try-files')).tryFiles),
  suite('wire', 1_000, async () => (await import('@/tests/security/wire/try-wire')).tryWire),
];

/** Description of `npm run test:security`. */
export const SECURITY_COMMAND: SuiteCommand = {
  script: 'test:security',
  about:
    'Attacks the protections of page, policy and keys, and prints the number of cases and those that succeeded.',
  noun: 'kind',
  failed: 'findings',
  takesPath: false,
  suites: KINDS,
};

/** Runs `npm run test:security` with these arguments. Resolves with the exit code: 1 if an attack succeeded. */
export function testSecurity(args: string[]): Promise<number> {
  return runSuites(SECURITY_COMMAND, args);
}
