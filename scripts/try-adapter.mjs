import { resolve } from 'node:path';
import { loadWithBuilds } from './load-with-builds.mjs';
import { parseCommandLine } from './parse-command-line.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';
import { UserError } from './user-error.mjs';
import { withAdapter } from './with-adapter.mjs';

const HELP = `Usage: npm run try-adapter -- ID [--screenshots FOLDER]
       npm run try-adapter -- --adapter PATH [--screenshots FOLDER]

Opens the adapter's fixture page in a browser with Steward beside it. The model is scripted: each message makes the next
sample call of src/adapters/ID/conformance.ts. With --screenshots no window opens, and pictures are written to FOLDER.`;

/** `npm run try-adapter -- ID`. */
await runMain(async () => {
  const options = { adapter: { type: 'string' }, screenshots: { type: 'string' } };
  const config = { options, allowPositionals: true };
  const given = parseCommandLine(process.argv.slice(2), HELP, config);
  if (given === null) return 0;
  const { values, positionals } = given;
  const { adapter, screenshots } = values;
  if (adapter !== undefined && positionals.length === 0) {
    const more = screenshots === undefined ? [] : ['--screenshots', resolve(screenshots)];
    process.chdir(ROOT);
    return withAdapter(adapter, ({ folder, id }) =>
      runCommand('node', ['scripts/try-adapter.mjs', id, ...more], { cwd: folder }),
    );
  }
  if (adapter !== undefined || positionals.length !== 1)
    throw new UserError(`One id of an adapter is needed.\n\n${HELP}`);
  const { tryAdapter } = await loadWithBuilds('scripts/adapter/try-adapter.ts', ['build:playground']);
  return tryAdapter(positionals[0], screenshots ?? null);
});
