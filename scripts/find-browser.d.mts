/**
 * The path of a browser that can carry the extension, or null if this machine has none in a usual place.
 * `CHROME_PATH` comes first. Throws when it names a file that can't be started.
 */
export function findBrowser(
  env?: Readonly<Record<string, string | undefined>>,
  platform?: string,
): string | null;
