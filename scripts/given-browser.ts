import type { ProductName } from '@/tests/drive/steward-browser';
import { setUp } from './set-up.mjs';
import { UserError } from './user-error.mjs';

/** Programs (find-program.mjs) by the names that `--browser` takes, the default first. */
export const PROGRAMS = { chromium: 'browser', firefox: 'firefox' } as const;

export const BROWSERS = Object.keys(PROGRAMS) as ProductName[];

/** Prepares the checkout to drive the playground's builds in the browser with this name. Throws {@link UserError} with the help for an unknown name. */
export async function setUpBrowser(name: string | undefined, help: string): Promise<ProductName> {
  const browser = BROWSERS.find((each) => each === (name ?? BROWSERS[0]));
  if (browser === undefined) {
    throw new UserError(`There is no browser ${name}: --browser takes ${BROWSERS.join(' or ')}.\n\n${help}`);
  }
  await setUp(PROGRAMS[browser], ['build:playground']);
  return browser;
}
