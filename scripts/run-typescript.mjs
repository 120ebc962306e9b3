import { loadTypeScript } from './load-typescript.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';

/** Runs an npm script: calls the export `name` of a TypeScript file with the process's arguments. */
export function runTypeScript(file, name) {
  return runMain(async () => {
    process.chdir(ROOT);
    // Makes stacks refer to the sources instead of the bundle.
    process.setSourceMapsEnabled(true);
    const { [name]: run } = await loadTypeScript(file);
    return run(process.argv.slice(2));
  });
}
