import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runScript } from './run-command.mjs';
import { checkNode, packagesAreCurrent, ROOT } from './set-up.mjs';
import { UserError } from './user-error.mjs';

/**
 * Loads the exports of a TypeScript module (its path from the root), bundled like the extension because Node resolves
 * some packages differently. Throws {@link UserError} if this checkout is not prepared.
 */
export async function loadTypeScript(path) {
  await prepareCheckout();
  const { build } = await import('vite');
  const folder = mkdtempSync(join(tmpdir(), 'steward-load-'));
  try {
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
    return await import(pathToFileURL(join(folder, 'module.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Leaves a package out of the bundle, because the package loads programs from its installed location. */
function keepInstalled(name) {
  return {
    name: `keep-${name}-installed`,
    enforce: 'pre',
    resolveId: (id) => (id === name ? { id: import.meta.resolve(name), external: true } : null),
  };
}

/** Gives each module the URL of its source, which it needs to find files of the checkout. */
const keepLocations = {
  name: 'keep-locations',
  transform: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
};

/** Throws {@link UserError} unless Node and the packages have the required versions. Generates missing files. */
export async function prepareCheckout() {
  checkNode(process.versions.node);
  if (!packagesAreCurrent(ROOT)) {
    throw new UserError(
      'The packages are missing or differ from package-lock.json. Run npm ci, then try again.',
    );
  }
  // tsconfig.json includes this file.
  if (existsSync(join(ROOT, '.wxt', 'wxt.d.ts'))) return;
  if ((await runScript('prepare', { cwd: ROOT })) !== 0) {
    throw new UserError('npm run prepare failed; see its output above.');
  }
}
