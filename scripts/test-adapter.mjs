import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { SetUpError } from './set-up-error.mjs';
import { withAdapter } from './with-adapter.mjs';

const HELP = `Usage: npm run test:adapter -- ID
       npm run test:adapter -- --adapter PATH

Tries the adapter in src/adapters/ID/, or in a folder outside of the repository, on its fixture page against every
rule of the conformance kit. docs/adapters.md says what each failure means.`;

/** `npm run test:adapter`. */
await runMain(async () => {
  process.chdir(ROOT);
  const args = process.argv.slice(2);
  if (args[0] === '--help' || args[0] === '-h') {
    console.log(HELP);
    return 0;
  }
  const isOutside = args[0] === '--adapter';
  if (args.length !== (isOutside ? 2 : 1)) throw new SetUpError(HELP);
  const target = args[args.length - 1];
  if (!isOutside && !existsSync(join('src', 'adapters', target, 'definition.ts'))) {
    throw new SetUpError(`There is no src/adapters/${target}/definition.ts.`);
  }
  await setUp();
  return isOutside ? withAdapter(target, runKit) : runKit({ folder: ROOT, id: target });
});

function runKit({ folder, id }) {
  return runCommand('npx', ['playwright', 'test', 'tests/e2e/adapter-conformance.spec.ts'], {
    cwd: folder,
    env: { STEWARD_ADAPTER: id },
  });
}
