import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const BUILD = `
  import { build } from 'wxt';
  const [, outDir, browser] = process.argv;
  await build({ browser, mode: 'production', outDir });
`;

/** Builds the extension as it would be published into `<folder>/<browser>-mv3`, and answers with that path. */
export async function buildForProduction(
  folder: string,
  browser: 'chrome' | 'firefox' = 'chrome',
): Promise<string> {
  // A process of its own: the test runner's NODE_ENV would make it a development build.
  const { NODE_ENV: _testing, VITEST: _runner, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', BUILD, folder, browser], {
    env,
  });
  return `${folder}/${browser}-mv3`;
}
