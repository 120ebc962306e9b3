// `npm run test:interop -- ARGS`: drives adapters against a running real server; see `--help` for ARGS.
import { loadTypeScript } from './load-typescript.mjs';
import { runCommand, runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';

await runMain(async () => {
  const { parseInteropArguments } = await loadTypeScript('scripts/interop/parse-interop-arguments.ts');
  const { text, run, exitCode } = parseInteropArguments(process.argv.slice(2));
  if (text !== null) console.log(text);
  if (run === null) return exitCode;
  await setUp();
  const built = await runScript('build:playground', { cwd: ROOT });
  if (built !== 0) return built;
  return runCommand('npx', ['playwright', 'test', run.spec, '--config', 'playwright.interop.config.ts'], {
    cwd: ROOT,
    env: run.env,
  });
});
