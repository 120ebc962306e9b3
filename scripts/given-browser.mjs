import { parseArgs } from 'node:util';
import { UserError } from './user-error.mjs';

/** Programs (find-program.mjs) by the names that `--browser` takes. */
const PROGRAMS = { chromium: 'browser', firefox: 'firefox' };

/** The names that `--browser` takes, the default first. */
export const BROWSERS = Object.keys(PROGRAMS);

/** The program of the browser with this name, for `ensureProgram`. Throws {@link UserError} with the help for an unknown name. */
export function programOf(name, help) {
  if (!BROWSERS.includes(name)) {
    throw new UserError(`There is no browser ${name}: --browser takes ${BROWSERS.join(' or ')}.\n\n${help}`);
  }
  return PROGRAMS[name];
}

/** The value of `--browser` in arguments that the command parses later; the default if it isn't among them. */
export function givenBrowser(args) {
  const options = { browser: { type: 'string', default: BROWSERS[0] } };
  return parseArgs({ args, options, strict: false }).values.browser;
}
