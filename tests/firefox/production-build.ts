import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const BUILD = `
  import { build } from 'wxt';
  await build({ browser: 'firefox', manifestVersion: 3, mode: 'production', outDir: process.argv[1] });
`;

/** Builds the extension for Firefox in production mode into `<folder>/firefox-mv3`, and returns that path. */
export async function buildForFirefox(folder: string): Promise<string> {
  // A separate process: with the test runner's NODE_ENV it would be a development build.
  const { NODE_ENV: _testing, VITEST: _runner, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', BUILD, folder], { env });
  return `${folder}/firefox-mv3`;
}
