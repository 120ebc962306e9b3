import { parseArgs } from 'node:util';
import { runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { SetUpError } from './set-up-error.mjs';

const HELP = `Usage: npm run try-adapter -- ID [--screenshots FOLDER]

Opens the adapter's fixture page in a browser with Steward beside it. The model is scripted: each message makes the next
sample call of src/adapters/ID/conformance.ts. With --screenshots no window opens, and pictures are written to FOLDER.`;

/** `npm run try-adapter -- ID`. */
await runMain(async () => {
  const { id, screenshots } = readArguments();
  if (id === null) {
    console.log(HELP);
    return 0;
  }
  await setUp();
  process.chdir(ROOT);
  console.log('Building the extension …');
  if ((await runScript('build:playground', { cwd: ROOT })) !== 0) {
    throw new SetUpError('The build failed; see its output above.');
  }
  const { tsImport } = await import('tsx/esm/api');
  const { tryAdapter } = await tsImport('./adapter/try-adapter.ts', import.meta.url);
  return tryAdapter(id, screenshots);
});

function readArguments() {
  const options = { screenshots: { type: 'string' }, help: { type: 'boolean', short: 'h' } };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return { id: null, screenshots: null };
    if (positionals.length !== 1) throw new Error('One id of an adapter is needed.');
    return { id: positionals[0], screenshots: values.screenshots ?? null };
  } catch (error) {
    throw new SetUpError(`${error.message}\n\n${HELP}`);
  }
}
