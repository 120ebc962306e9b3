// `npm run bench -- ARGS`: measures the product against its goals; `--help` says what ARGS may be.
import { loadTypeScript } from './load-typescript.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';

await runMain(async () => {
  process.chdir(ROOT);
  const { bench } = await loadTypeScript('scripts/bench/bench.ts');
  return bench(process.argv.slice(2));
});
