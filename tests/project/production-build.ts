import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const BUILD = `
  import { build } from 'wxt';
  const [, outDir, browser] = process.argv;
  await build({ browser, mode: 'production', outDir });
`;

interface ProductionBuild {
  /** The folder of the extension. */
  path: string;
  remove(): Promise<void>;
}

/** The extension, built in production mode: the build that `npm test` has made, or else a new one in a temporary folder. */
export async function productionBuild(browser: 'chrome' | 'firefox' = 'chrome'): Promise<ProductionBuild> {
  const built = process.env.STEWARD_BUILDS;
  if (built !== undefined) return { path: join(built, `${browser}-mv3`), remove: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'steward-build-'));
  // A separate process: with the test runner's NODE_ENV it would be a development build.
  const { NODE_ENV: _testing, VITEST: _runner, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', BUILD, folder, browser], {
    env,
  });
  return { path: join(folder, `${browser}-mv3`), remove: () => rm(folder, { recursive: true }) };
}
