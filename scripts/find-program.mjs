import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { UserError } from './user-error.mjs';

/**
 * The programs that the tests drive. `commands` are searched in this order on the PATH; `mac` contains absolute paths,
 * `windows` paths below the program folders. `apt` is the program's package on a Debian-like system,
 * `command` prepares a checkout that needs the program.
 */
const PROGRAMS = {
  browser: {
    what: 'Chromium, Chrome or Edge',
    command: 'node scripts/set-up.mjs',
    variable: 'CHROME_PATH',
    apt: 'chromium',
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
    mac: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ],
    windows: [
      'Chromium/Application/chrome.exe',
      'Google/Chrome/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ],
  },
  firefox: {
    what: 'Firefox',
    command: 'npm run test:firefox',
    variable: 'FIREFOX_PATH',
    apt: 'firefox-esr',
    commands: ['firefox-esr', 'firefox'],
    mac: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    windows: ['Mozilla Firefox/firefox.exe'],
  },
};

/** @typedef {keyof typeof PROGRAMS} ProgramName */
/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * The path of a program; null if it is not in a usual place on this machine. Its environment variable takes precedence.
 * Throws if that names a file that cannot be executed, so that a wrong setting is noticed.
 *
 * @param {ProgramName} name
 * @param {Environment} env
 * @param {string} platform
 * @returns {string | null}
 */
export function findProgram(name, env = process.env, platform = process.platform) {
  const { variable, commands, mac, windows } = PROGRAMS[name];
  const chosen = env[variable];
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new UserError(
      `${variable} names ${chosen}, which is no program that can be started. Correct it, or unset it to let the usual places be searched.`,
    );
  }
  if (platform === 'win32') {
    const folders = [env.LOCALAPPDATA, env.ProgramFiles, env['ProgramFiles(x86)']];
    return firstBelow(
      folders.filter((folder) => folder !== undefined),
      windows,
    );
  }
  return (platform === 'darwin' ? mac.find(isExecutable) : undefined) ?? findOnPath(commands, env);
}

/**
 * As {@link findProgram}, but throws {@link UserError} if there is none.
 *
 * @param {ProgramName} name
 */
export function requireProgram(name) {
  const path = findProgram(name);
  const { what, command } = PROGRAMS[name];
  if (path === null) throw new UserError(`No ${what} was found; run: ${command}`);
  return path;
}

/**
 * The path of the first of these commands on the PATH; null if none of them is there.
 *
 * @param {readonly string[]} commands
 * @param {Environment} env
 */
export function findOnPath(commands, env = process.env) {
  return firstBelow((env.PATH ?? '').split(delimiter).filter(Boolean), commands);
}

/**
 * As {@link findProgram}, but installs a missing program as root on a Debian-like system. Elsewhere throws {@link
 * UserError}.
 *
 * @param {ProgramName} name
 */
export async function ensureProgram(name) {
  const found = findProgram(name);
  if (found !== null) return found;
  const { what, variable, apt } = PROGRAMS[name];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`No ${what} was found: running apt-get update && apt-get install -y ${apt}.`);
    const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
    await runCommand('apt-get', ['update'], options);
    await runCommand('apt-get', ['install', '-y', apt], options);
    const installed = findProgram(name);
    if (installed !== null) return installed;
  }
  throw new UserError(`No ${what} was found. Install one, or set ${variable} to where one is.`);
}

/**
 * The first of these programs in one of the folders; null if there is none.
 *
 * @param {readonly string[]} folders
 * @param {readonly string[]} paths
 */
function firstBelow(folders, paths) {
  return paths.flatMap((path) => folders.map((folder) => join(folder, path))).find(isExecutable) ?? null;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
