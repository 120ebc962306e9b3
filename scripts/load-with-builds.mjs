import { runBuild } from './run-command.mjs';
import { ROOT, setUp } from './set-up.mjs';

/**
 * Prepares the checkout, runs these build scripts, and loads the exports of a TypeScript file that drives a browser.
 */
export async function loadWithBuilds(path, builds) {
  await setUp();
  process.chdir(ROOT);
  for (const build of builds) await runBuild(build, { cwd: ROOT });
  const { tsImport } = await import('tsx/esm/api');
  return tsImport(path, import.meta.url);
}
