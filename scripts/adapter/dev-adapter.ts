import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { version } from '@/package.json';
import { parseCommandLine } from '../parse-command-line.mjs';
import { runBuild } from '../run-command.mjs';
import { compileTexts } from '../texts/build-texts';
import { parseTextFile } from '../texts/read-texts';
import { UserError } from '../user-error.mjs';
import { requireAdapter } from './checkout-with';
import { CONTENT_SCRIPT, DEFINITIONS, FOLDER } from './development/plugin';
import { camelCase, pascalCase } from './render-template';

/** Modules that a development build shares with an adapter (development/shared-modules.ts), from the root. */
const SHARED = /^src\/(core|schema|adapters\/kit)\//;

/** Time without a further change after which an adapter is built again, in milliseconds. */
const QUIET_MS = 100;

const HELP = `Usage: npm run dev-adapter -- --adapter PATH [--watch]

Puts the adapter in the folder PATH into the development build of Steward, dist/chrome-mv3-adapters, which is built
once. Load that folder as an unpacked extension, and reload it there after each change: Steward isn't built again.

  --watch  does so after each change of the adapter, until Ctrl+C`;

/** Runs `npm run dev-adapter` with these arguments. Resolves with the exit code of the first build. */
export async function devAdapter(args: string[]): Promise<number> {
  const options = { adapter: { type: 'string' }, watch: { type: 'boolean' } } as const;
  const given = parseCommandLine(args, HELP, { options });
  if (given === null) return 0;
  const { adapter, watch: isWatching } = given.values;
  if (adapter === undefined) throw new UserError(HELP);
  const extension = resolve('dist', 'chrome-mv3-adapters');
  if (!existsSync(extension)) await runBuild('build:adapters');
  const add = () =>
    addToBuild(adapter, extension).then(
      () => {
        console.log(`${resolve(adapter)} is in ${extension}. Reload that extension.`);
        return 0;
      },
      (error: Error) => {
        // A defect of the adapter's sources: the message has the place.
        console.error(error.message);
        return 1;
      },
    );
  const exitCode = await add();
  let timer: ReturnType<typeof setTimeout>;
  if (isWatching) {
    watch(adapter, (_, name) => {
      if (!/\.(ts|yml)$/.test(name ?? '')) return;
      clearTimeout(timer);
      timer = setTimeout(() => void add(), QUIET_MS);
    });
  }
  return exitCode;
}

/** Puts the adapter in the folder `path` into an unpacked development build of Steward. Throws {@link UserError} if it is none. */
export async function addToBuild(path: string, extension: string): Promise<void> {
  const id = requireAdapter(path);
  const definition = await bundle(path, trustedEntry(path, id), SHARED_MODULES);
  const page = await bundle(path, pageEntry(id), OWN_MODULES);
  const folder = join(extension, FOLDER);
  mkdirSync(join(folder, id), { recursive: true });
  writeFileSync(join(folder, id, 'definition.js'), registered(id, definition, textsOf(path, id)));
  writeFileSync(join(folder, id, 'page.js'), registered(id, page, {}));
  const script = join(extension, 'content-scripts', 'content.js');
  if (!existsSync(join(extension, CONTENT_SCRIPT))) copyFileSync(script, join(extension, CONTENT_SCRIPT));
  writeFileSync(join(extension, DEFINITIONS), joined(folder, 'definition.js'));
  const host = readFileSync(join(extension, CONTENT_SCRIPT), 'utf8');
  writeFileSync(script, joined(folder, 'page.js') + host);
}

/** The module of which the background and the panel get the exports. */
function trustedEntry(path: string, id: string): string {
  const name = camelCase(id);
  const definition = `export { ${name} as definition } from './definition';`;
  if (!existsSync(join(path, 'service.ts'))) return `${definition}\nexport const background = {};`;
  return `${definition}
import { ${name}Calls, ${name}Service } from './service';
export const background = { ...${name}Calls, service: ${name}Service };`;
}

/** The module of which the content script gets the exports. */
function pageEntry(id: string): string {
  return `export { ${camelCase(id)}Sign as sign } from './sign';
export { create${pascalCase(id)}Page as createPage } from './page';`;
}

/** Bundles a module in the folder `path` with what it imports. */
async function bundle(path: string, entry: string, modules: Plugin): Promise<string> {
  const file = join(resolve(path), 'added-adapter.ts');
  const built = await build({
    configFile: false,
    root: resolve('.'),
    // Errors are thrown.
    logLevel: 'silent',
    plugins: [
      modules,
      {
        name: 'entry',
        resolveId: (id) => (id === file ? id : null),
        load: (id) => (id === file ? entry : null),
      },
    ],
    build: { write: false, minify: false, lib: { entry: file, formats: ['cjs'] } },
  });
  const [script] = [built].flat().flatMap((output) => ('output' in output ? output.output : []));
  if (script?.type !== 'chunk') throw new Error(`${path} could not be bundled.`);
  return script.code;
}

/** For the background and the panel: Steward's modules are those of the build. */
const SHARED_MODULES = modulesBy((path) => (SHARED.test(path) ? { id: path, external: true } : null));

/** For pages, where the bundle has its own: content scripts have no modules with a state. */
const OWN_MODULES = modulesBy((path) => ({ id: resolve(path) }));

function modulesBy(resolved: (path: string) => { id: string; external?: boolean } | null): Plugin {
  return {
    name: 'modules',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === 'zod') return { id: source, external: true };
      if (!source.startsWith('@/')) return null;
      const [path] = [`${source.slice(2)}.ts`, `${source.slice(2)}/index.ts`].filter((name) =>
        existsSync(name),
      );
      const found = path === undefined ? null : resolved(path);
      if (found === null) {
        throw new UserError(
          `${importer} imports ${source}. An adapter may import src/core, src/schema and src/adapters/kit, as docs/adapters.md says.`,
        );
      }
      return found;
    },
  };
}

/** The adapter's texts, compiled, by their languages. */
function textsOf(path: string, id: string): Record<string, unknown> {
  const languages = readdirSync(path).flatMap((name) => /^texts\.([\w-]+)\.yml$/.exec(name)?.[1] ?? []);
  return Object.fromEntries(
    languages.map((language) => {
      const texts = parseTextFile(path, `texts.${language}.yml`);
      return [
        language,
        compileTexts(new Map([...texts].map(([key, text]) => [`${id}.${key}`, text]))).messages,
      ];
    }),
  );
}

/** A script that adds an adapter to those that development/registered-adapters.ts reads. A second run replaces the first. */
function registered(id: string, code: string, texts: object): string {
  const facts = JSON.stringify({ id, kit: version, texts }).slice(0, -1);
  return `(globalThis.stewardAdapters??=new Map()).set(${JSON.stringify(id)},${facts},run(require){const exports={};\n${code}\nreturn exports;}});\n`;
}

/** The code of the scripts of all adapters in the folder, concatenated. */
function joined(folder: string, name: string): string {
  const ids = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ids.map((entry) => readFileSync(join(folder, entry.name, name), 'utf8')).join('');
}
