import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { succeed } from './user-error.mjs';
import { withFolder } from './with-folder.mjs';

/** @import { Plugin } from 'vite' */

/**
 * Runs an npm script: prepares the checkout, and calls the export `name` of a TypeScript file with the process's arguments, the folder
 * that it was started in, and {@link loadTypeScript} for modules that it chooses at run time, since Node can't import TypeScript.
 *
 * @param {string} path
 * @param {string} name
 */
export function runTypeScript(path, name) {
  return runMain(async () => {
    const folder = process.cwd();
    // Makes stacks refer to the sources instead of the bundle.
    process.setSourceMapsEnabled(true);
    const { [name]: run } = await loadTypeScript(path);
    return run(process.argv.slice(2), folder, loadTypeScript);
  });
}

/**
 * Prepares the checkout, and loads the exports of a TypeScript module (its path from the root), bundled like the extension because Node
 * resolves some packages differently.
 *
 * @param {string} path
 */
export async function loadTypeScript(path) {
  await setUp(null);
  // tsconfig.json includes this file.
  if (!existsSync(join('.wxt', 'wxt.d.ts'))) await succeed('npm run prepare', runScript('prepare'));
  const { build } = await import('vite');
  return withFolder(async (folder) => {
    await build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      resolve: { alias: { '@': ROOT } },
      ssr: { noExternal: true },
      plugins: [keepInstalled('playwright'), keepInstalled('vite'), keepLocations],
      // Bundled CommonJS packages may use `__filename`.
      define: { __filename: JSON.stringify(join(ROOT, path)) },
      build: {
        ssr: join(ROOT, path),
        outDir: folder,
        target: 'node20',
        minify: false,
        sourcemap: 'inline',
        rolldownOptions: { output: { entryFileNames: 'module.mjs', codeSplitting: false } },
      },
    });
    return import(pathToFileURL(join(folder, 'module.mjs')).href);
  });
}

/**
 * Leaves a package out of the bundle, because the package loads programs from its installed location.
 *
 * @param {string} name
 * @returns {Plugin}
 */
function keepInstalled(name) {
  return {
    name: `keep-${name}-installed`,
    enforce: 'pre',
    resolveId: (id) => (id === name ? { id: import.meta.resolve(name), external: true } : null),
  };
}

/**
 * Gives each module the location of its source, which it needs to find files beside it.
 *
 * @type {Plugin}
 */
const keepLocations = {
  name: 'keep-locations',
  transform(code, id) {
    const places = { url: pathToFileURL(id).href, dirname: dirname(id), filename: id };
    return Object.entries(places).reduce(
      (changed, [name, place]) => changed.replaceAll(`import.meta.${name}`, JSON.stringify(place)),
      code,
    );
  },
};
