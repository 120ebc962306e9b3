import { loadTypeScript } from './load-typescript.mjs';
import { runMain } from './run-main.mjs';
import { checkNode, ensurePackages, ROOT } from './set-up.mjs';

/** `npm run test:kit`: makes an adapter by the npm packages of this checkout, and builds Steward with it. It needs npm's registry. */
await runMain(async () => {
  checkNode(process.versions.node);
  await ensurePackages(ROOT);
  process.chdir(ROOT);
  const { checkKit } = await loadTypeScript('scripts/release/check-kit.ts');
  await checkKit(ROOT);
  return 0;
});
