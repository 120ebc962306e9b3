import { loadTypeScript } from './load-typescript.mjs';
import { runBuild, runCommand } from './run-command.mjs';
import { ROOT, setUp } from './set-up.mjs';

/**
 * Prepares the checkout as `setUp` does, runs these build scripts, and loads the exports of a TypeScript file that drives a browser. `path` is
 * the file's path from the root.
 */
export async function loadWithBuilds(path, builds, program) {
  await prepare(builds, program);
  return loadTypeScript(path);
}

/** Prepares the checkout, builds the playground, and runs Playwright with these arguments. Resolves with the exit code. */
export async function runPlaywright(args, env) {
  await prepare(['build:playground']);
  return runCommand('npx', ['playwright', 'test', ...args], { cwd: ROOT, env });
}

async function prepare(builds, program) {
  await setUp(program);
  process.chdir(ROOT);
  for (const build of builds) await runBuild(build, { cwd: ROOT });
}
