// `npm run fuzz -- ARGS`: tries the core on random input; `--help` says what ARGS may be.
import { existsSync } from 'node:fs';
import { loadTypeScript } from './load-typescript.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';

await runMain(async () => {
  process.chdir(ROOT);
  // A failure's stack then names the source, not the bundle.
  process.setSourceMapsEnabled(true);
  const { fuzz } = await loadTypeScript('scripts/fuzz/fuzz.ts');
  return fuzz(process.argv.slice(2), async (path) => (existsSync(path) ? loadTypeScript(path) : null));
});
