import { givenBrowser, programOf } from './given-browser.mjs';
import { loadWithBuilds } from './load-with-builds.mjs';
import { runMain } from './run-main.mjs';

/** `npm run chaos -- ARGS`: breaks things while Steward works, and checks what is left; see `--help` for ARGS. */
await runMain(async () => {
  const args = process.argv.slice(2);
  const browser = givenBrowser(args);
  const program = programOf(browser, 'npm run chaos -- --help has all options.');
  const { chaos } = await loadWithBuilds('scripts/chaos/chaos.ts', ['build:playground'], program);
  return chaos(args, browser);
});
