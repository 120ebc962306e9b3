/**
 * The path of a browser that can load the extension, or null if this machine has none in a usual place.
 * `CHROME_PATH` takes precedence. Throws if it names a file that can't be executed.
 */
export function findBrowser(
  env?: Readonly<Record<string, string | undefined>>,
  platform?: string,
): string | null;

/** As {@link findBrowser}; throws UserError if there is none. */
export function requireBrowser(): string;
