import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetUpError } from './set-up-error.mjs';

/** Commands that start a browser of the Chromium family, in the order in which they are tried. */
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const WINDOWS_PROGRAMS = [
  ['Chromium', 'Application', 'chrome.exe'],
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/**
 * The path of a browser that can carry the extension, or null if this machine has none in a usual place.
 * `CHROME_PATH` comes first. Throws when it names a file that can't be started: a wrong setting is not passed over.
 */
export function findBrowser(env = process.env, platform = process.platform) {
  const chosen = env.CHROME_PATH;
  if (chosen !== undefined && chosen !== '') {
    if (isExecutable(chosen)) return chosen;
    throw new SetUpError(
      `CHROME_PATH names ${chosen}, which is no program that can be started. Correct it, or unset it to let the usual places be searched.`,
    );
  }
  return usualPlaces(env, platform).find(isExecutable) ?? null;
}

function usualPlaces(env, platform) {
  switch (platform) {
    case 'darwin':
      return [...MAC_APPLICATIONS, ...onPath(env)];
    case 'win32':
      return windowsPlaces(env);
    default:
      return onPath(env);
  }
}

function onPath(env) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
}

function windowsPlaces(env) {
  const roots = [env.LOCALAPPDATA, env.ProgramFiles, env['ProgramFiles(x86)']].filter(
    (root) => root !== undefined,
  );
  return WINDOWS_PROGRAMS.flatMap((parts) => roots.map((root) => join(root, ...parts)));
}

function isExecutable(path) {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
