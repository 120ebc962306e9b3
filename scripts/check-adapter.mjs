import { loadTypeScript } from './load-typescript.mjs';
import { parseCommandLine } from './parse-command-line.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { checkNode, ensurePackages, ROOT } from './set-up.mjs';
import { UserError } from './user-error.mjs';
import { withAdapter } from './with-adapter.mjs';

const HELP = `Usage: npm run check-adapter -- --adapter PATH

Checks the types and texts of an adapter outside of the repository. Its tsconfig.json, which create-steward-adapter
writes, names the folder of Steward's sources.`;

/** `npm run check-adapter`. */
await runMain(async () => {
  const given = parseCommandLine(process.argv.slice(2), HELP, { options: { adapter: { type: 'string' } } });
  if (given === null) return 0;
  const { adapter } = given.values;
  if (adapter === undefined) throw new UserError(HELP);
  checkNode(process.versions.node);
  await ensurePackages(ROOT);
  process.chdir(ROOT);
  const { checkTexts } = await loadTypeScript('scripts/adapter/check-texts.ts');
  const problems = await withAdapter(adapter, async (checkout) => checkTexts(checkout));
  if (problems.length === 0) return runCommand('npx', ['tsc', '--noEmit', '-p', adapter], { cwd: ROOT });
  for (const problem of problems) console.error(problem);
  return 1;
});
