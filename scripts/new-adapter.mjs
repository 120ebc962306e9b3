import { loadTypeScript } from './load-typescript.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';

/** `npm run new-adapter`: writes the folder and the entries of a new adapter. */
await runMain(async () => {
  process.chdir(ROOT);
  const { newAdapter } = await loadTypeScript('scripts/adapter/new-adapter.ts');
  return newAdapter(process.argv.slice(2));
});
