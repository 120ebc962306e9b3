// `npm run test:interop -- ARGS`: drives adapters against a running real server; see `--help` for ARGS.
import { loadTypeScript } from './load-typescript.mjs';
import { runBuild, runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';

await runMain(async () => {
  const { parseInteropArguments } = await loadTypeScript('scripts/interop/parse-interop-arguments.ts');
  const run = parseInteropArguments(process.argv.slice(2));
  if (run === null) return 0;
  await setUp();
  await runBuild('build:playground', { cwd: ROOT });
  const args = ['playwright', 'test', '--config', 'playwright.interop.config.ts', ...run.specs];
  return runCommand('npx', args, { cwd: ROOT, env: run.env });
});
