import { findProgram } from './find-program.mjs';

const PLACES = {
  commands: ['firefox-esr', 'firefox'],
  mac: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  windows: [['Mozilla Firefox', 'firefox.exe']],
};

/** The path of a Firefox; `FIREFOX_PATH` takes precedence. See {@link findProgram}. */
export function findFirefox(env = process.env, platform = process.platform) {
  return findProgram('FIREFOX_PATH', PLACES, env, platform);
}
