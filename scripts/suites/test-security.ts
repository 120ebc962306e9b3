import { runSuites } from './run-suites';
import type { Suite, SuiteCommand } from './suite';

/** The suites of `npm run test:security`, in execution order. `paths` runs each of its cases once. */
const KINDS: readonly Suite[] = [
  {
    name: 'injection',
    runs: 10_000,
    load: async () => (await import('@/tests/security/injection/try-injections')).tryInjections,
  },
  {
    name: 'tokens',
    runs: 2_000,
    load: async () => (await import('@/tests/security/tokens/try-tokens')).tryTokens,
  },
  {
    name: 'messages',
    // More than the number of messages (about 4,000), which are tried in random order.
    runs: 5_000,
    load: async () => (await import('@/tests/security/messages/try-messages')).tryMessages,
  },
  { name: 'paths', runs: 1, load: async () => (await import('@/tests/security/paths/try-paths')).tryPaths },
  {
    name: 'saves',
    runs: 1_008,
    load: async () => (await import('@/tests/security/saves/try-saves')).trySaves,
  },
  {
    name: 'cards',
    runs: 1_500,
    load: async () => (await import('@/tests/security/cards/try-cards')).tryCards,
  },
  {
    name: 'names',
    runs: 2_000,
    load: async () => (await import('@/tests/security/names/try-names')).tryNames,
  },
  {
    name: 'nesting',
    runs: 200,
    load: async () => (await import('@/tests/security/nesting/try-nesting')).tryNesting,
  },
  {
    name: 'reading',
    runs: 1_000,
    load: async () => (await import('@/tests/security/reading/try-reading')).tryReading,
  },
  {
    name: 'files',
    runs: 200,
    load: async () => (await import('@/tests/security/files/try-files')).tryFiles,
  },
  { name: 'wire', runs: 1_000, load: async () => (await import('@/tests/security/wire/try-wire')).tryWire },
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
