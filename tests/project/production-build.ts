import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const BUILD = `
  import { build } from 'wxt';
  await build({ browser: 'chrome', mode: 'production', outDir: process.argv[1] });
`;

/** Builds the extension as it would be published into `<folder>/chrome-mv3`, and answers with that path. */
export async function buildForProduction(folder: string): Promise<string> {
  // A process of its own: the test runner's NODE_ENV would make it a development build.
  const { NODE_ENV: _testing, VITEST: _runner, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', BUILD, folder], { env });
  return `${folder}/chrome-mv3`;
}
