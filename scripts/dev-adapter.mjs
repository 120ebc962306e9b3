import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadTypeScript } from './load-typescript.mjs';
import { parseCommandLine } from './parse-command-line.mjs';
import { runBuild } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { checkNode, ensurePackages, ROOT } from './set-up.mjs';
import { UserError } from './user-error.mjs';

const HELP = `Usage: npm run dev-adapter -- --adapter PATH [--watch]

Puts the adapter in the folder PATH into the development build of Steward, dist/chrome-mv3-adapters, which is built
once. Load that folder as an unpacked extension, and reload it there after each change: Steward isn't built again.

  --watch  does so after each change of the adapter, until Ctrl+C`;

/** `npm run dev-adapter`. */
await runMain(async () => {
  const options = { adapter: { type: 'string' }, watch: { type: 'boolean' } };
  const given = parseCommandLine(process.argv.slice(2), HELP, { options });
  if (given === null) return 0;
  const { adapter, watch } = given.values;
  if (adapter === undefined) throw new UserError(HELP);
  checkNode(process.versions.node);
  await ensurePackages(ROOT);
  process.chdir(ROOT);
  const extension = join(ROOT, 'dist', 'chrome-mv3-adapters');
  if (!existsSync(extension)) await runBuild('build:adapters', { cwd: ROOT });
  const { addToBuild, watchAdapter } = await loadTypeScript('scripts/adapter/dev-adapter.ts');
  const add = async () => {
    try {
      await addToBuild(adapter, extension);
      console.log(`${resolve(adapter)} is in ${extension}. Reload that extension.`);
      return 0;
    } catch (error) {
      // A defect of the adapter's sources: the message has the place.
      console.error(error.message);
      return 1;
    }
  };
  const exitCode = await add();
  if (watch) watchAdapter(adapter, add);
  return exitCode;
});
