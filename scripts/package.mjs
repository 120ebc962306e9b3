import { loadTypeScript } from './load-typescript.mjs';
import { runBuild } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { checkNode, ensurePackages, ROOT } from './set-up.mjs';

/** `npm run package`: builds the extension for both browsers, and writes the packages of a release to release/. */
await runMain(async () => {
  checkNode(process.versions.node);
  await ensurePackages(ROOT);
  process.chdir(ROOT);
  for (const build of ['build', 'build:firefox']) await runBuild(build, { cwd: ROOT });
  const { writePackages } = await loadTypeScript('scripts/release/packages.ts');
  writePackages(ROOT);
  return 0;
});
