import { loadWithBuilds } from './load-with-builds.mjs';
import { parseCommandLine } from './parse-command-line.mjs';
import { runMain } from './run-main.mjs';
import { UserError } from './user-error.mjs';

const HELP = `Usage: npm run try-adapter -- ID [--screenshots FOLDER]

Opens the adapter's fixture page in a browser with Steward beside it. The model is scripted: each message makes the next
sample call of src/adapters/ID/conformance.ts. With --screenshots no window opens, and pictures are written to FOLDER.`;

/** `npm run try-adapter -- ID`. */
await runMain(async () => {
  const config = { options: { screenshots: { type: 'string' } }, allowPositionals: true };
  const given = parseCommandLine(process.argv.slice(2), HELP, config);
  if (given === null) return 0;
  const { values, positionals } = given;
  if (positionals.length !== 1) throw new UserError(`One id of an adapter is needed.\n\n${HELP}`);
  const { tryAdapter } = await loadWithBuilds('scripts/adapter/try-adapter.ts', ['build:playground']);
  return tryAdapter(positionals[0], values.screenshots ?? null);
});
