/**
 * The path of a program; null if it is not in a usual place on this machine. `CHROME_PATH` or `FIREFOX_PATH` takes
 * precedence. Throws UserError if it names a file that cannot be executed.
 */
export function findProgram(
  name: 'browser' | 'firefox',
  env?: Readonly<Record<string, string | undefined>>,
  platform?: string,
): string | null;

/** As {@link findProgram}, but throws UserError if there is none. */
export function requireProgram(name: 'browser' | 'firefox'): string;

/** The path of the first of these commands on the PATH; null if none of them is there. */
export function findOnPath(
  commands: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
): string | null;
