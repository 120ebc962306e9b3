import { findProgram } from './find-program.mjs';
import { UserError } from './user-error.mjs';

const PLACES = {
  // In the order in which they are tried.
  commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
  mac: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  windows: [
    ['Chromium', 'Application', 'chrome.exe'],
    ['Google', 'Chrome', 'Application', 'chrome.exe'],
    ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ],
};

/** The path of a browser that can carry the extension; `CHROME_PATH` comes first. See {@link findProgram}. */
export function findBrowser(env = process.env, platform = process.platform) {
  return findProgram('CHROME_PATH', PLACES, env, platform);
}

/** As {@link findBrowser}; throws {@link UserError} if there is none. */
export function requireBrowser() {
  const path = findBrowser();
  if (path === null) throw new UserError('No browser was found; run: node scripts/set-up.mjs');
  return path;
}
