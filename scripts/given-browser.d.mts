/** The names that `--browser` takes, the default first. */
export const BROWSERS: readonly ['chromium', 'firefox'];

/** The program of the browser with this name, for `ensureProgram`. Throws UserError with the help for an unknown name. */
export function programOf(name: unknown, help: string): 'browser' | 'firefox';

/** The value of `--browser` in arguments that the command parses later; the default if it isn't among them. */
export function givenBrowser(args: readonly string[]): unknown;
