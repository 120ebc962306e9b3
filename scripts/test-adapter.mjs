import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { SetUpError } from './set-up-error.mjs';

const HELP = `Usage: npm run test:adapter -- ID

Tries the adapter in src/adapters/ID/ on its fixture page against every rule of the conformance kit.
docs/adapters.md says what each failure means.`;

/** `npm run test:adapter -- ID`. */
await runMain(async () => {
  const [id, ...others] = process.argv.slice(2);
  if (id === '--help' || id === '-h') {
    console.log(HELP);
    return 0;
  }
  if (id === undefined || others.length > 0) throw new SetUpError(HELP);
  if (!existsSync(join(ROOT, 'src', 'adapters', id, 'definition.ts'))) {
    throw new SetUpError(`There is no src/adapters/${id}/definition.ts.`);
  }
  await setUp();
  return runCommand('npx', ['playwright', 'test', 'tests/e2e/adapter-conformance.spec.ts'], {
    cwd: ROOT,
    env: { STEWARD_ADAPTER: id },
  });
});
