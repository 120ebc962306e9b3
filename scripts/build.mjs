import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { loadTypeScript } from './run-typescript.mjs';
import { ROOT } from './set-up.mjs';
import { UserError } from './user-error.mjs';

/** @import { CheckoutWithAdapter } from './adapter/checkout-with' */

/**
 * `npm run build -- [--adapter PATH] [arguments of wxt build]`. With `--adapter`, the build includes that adapter in
 * addition to those of the repository.
 */
await runMain(async () => {
  process.chdir(ROOT);
  const args = process.argv.slice(2);
  const build = (/** @type {string} */ cwd) => runCommand('npx', ['wxt', 'build', ...args], { cwd });
  const at = args.indexOf('--adapter');
  if (at === -1) return build(ROOT);
  const [, path] = args.splice(at, 2);
  if (path === undefined) throw new UserError('--adapter needs the folder of an adapter.');
  const { keepBuild, withAdapter } = await loadTypeScript('scripts/adapter/checkout-with.ts');
  return withAdapter(path, async (/** @type {CheckoutWithAdapter} */ checkout) => {
    const exitCode = await build(checkout.folder);
    if (exitCode === 0) keepBuild(checkout);
    return exitCode;
  });
});
