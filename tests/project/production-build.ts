import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const BUILD = `
  import { build } from 'wxt';
  const [, outDir, browser] = process.argv;
  await build({ browser, mode: 'production', outDir });
`;

/** Builds the extension in production mode into `<folder>/<browser>-mv3`, and returns that path. */
export async function buildForProduction(
  folder: string,
  browser: 'chrome' | 'firefox' = 'chrome',
): Promise<string> {
  // A separate process: with the test runner's NODE_ENV it would be a development build.
  const { NODE_ENV: _testing, VITEST: _runner, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', BUILD, folder, browser], {
    env,
  });
  return `${folder}/${browser}-mv3`;
}
