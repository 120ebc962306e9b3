import { existsSync } from 'node:fs';
import { loadTypeScript } from '../load-typescript.mjs';
import { runMain } from '../run-main.mjs';
import { ROOT } from '../set-up.mjs';

/**
 * The body of an npm script: loads its command (the export `name` of a TypeScript file) and runs it with the
 * process's arguments.
 */
export async function startSuiteCommand(file, name) {
  await runMain(async () => {
    process.chdir(ROOT);
    // Makes stacks refer to the sources instead of the bundle.
    process.setSourceMapsEnabled(true);
    const { [name]: run } = await loadTypeScript(file);
    return run(process.argv.slice(2), async (path) => (existsSync(path) ? loadTypeScript(path) : null));
  });
}
