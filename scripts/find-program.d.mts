/**
 * The path of a program, or null if this machine has none in a usual place. `CHROME_PATH` or `FIREFOX_PATH` takes precedence.
 * Throws UserError if it names a file that can't be executed.
 */
export function findProgram(
  name: 'browser' | 'firefox',
  env?: Readonly<Record<string, string | undefined>>,
  platform?: string,
): string | null;

/** As {@link findProgram}; throws UserError if there is none. */
export function requireBrowser(): string;
