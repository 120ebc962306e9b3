import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';
import { UserError } from './user-error.mjs';
import { withAdapter } from './with-adapter.mjs';

/**
 * `npm run build -- [--adapter PATH] [arguments of wxt build]`. With `--adapter`, the build includes that adapter in
 * addition to those of the repository.
 */
await runMain(async () => {
  process.chdir(ROOT);
  const args = process.argv.slice(2);
  const at = args.indexOf('--adapter');
  if (at === -1) return runCommand('npx', ['wxt', 'build', ...args], { cwd: ROOT });
  const [, path] = args.splice(at, 2);
  if (path === undefined) throw new UserError('--adapter needs the folder of an adapter.');
  return withAdapter(path, async ({ folder }, keepBuild) => {
    const exitCode = await runCommand('npx', ['wxt', 'build', ...args], { cwd: folder });
    if (exitCode === 0) keepBuild();
    return exitCode;
  });
});
