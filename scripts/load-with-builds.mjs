import { loadTypeScript } from './load-typescript.mjs';
import { runBuild, runCommand } from './run-command.mjs';
import { ROOT, setUpFor } from './set-up.mjs';

/**
 * Prepares the checkout, with this program of find-program.mjs, runs these build scripts, and loads the exports of a TypeScript file (its path
 * from the root) that drives a browser.
 */
export async function loadWithBuilds(path, builds, program) {
  await prepare(builds, program);
  return loadTypeScript(path);
}

/** Prepares the checkout, builds the playground, and runs Playwright with these arguments. Resolves with the exit code. */
export async function runPlaywright(args, env) {
  await prepare(['build:playground'], 'browser');
  return runCommand('npx', ['playwright', 'test', ...args], { cwd: ROOT, env });
}

async function prepare(builds, program) {
  await setUpFor(program);
  process.chdir(ROOT);
  for (const build of builds) await runBuild(build, { cwd: ROOT });
}
