/**
 * The path of a Firefox, or null if this machine has none in a usual place. `FIREFOX_PATH` comes first. Throws when
 * it names a file that can't be started.
 */
export function findFirefox(
  env?: Readonly<Record<string, string | undefined>>,
  platform?: string,
): string | null;
