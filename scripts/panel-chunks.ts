import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin, Rolldown } from 'vite';

/**
 * The scripts of the panel's opening, each with the modules that are loaded then; a script also has what they import statically and
 * no script before it has. Everything else is a chunk of its own, and loaded when it is used.
 */
const SCRIPTS = {
  panel: ['shell/open-panel.tsx'],
  // Before the chat's, so that the database is read while that is compiled.
  store: ['../store/queries.ts', '../store/watch.ts'],
  // Beside each other they would be seventy files.
  chat: [
    'conversation/conversation.tsx',
    'conversation/reversals/lost-changes-card.tsx',
    'chats/other-chats.tsx',
    'chats/deleted-chats.tsx',
    'composer/completion/completions.tsx',
    'composer/images/image-tray.tsx',
    'composer/queued-lines.tsx',
    'composer/unsent-text-card.tsx',
    'settings/costs/context-meter.tsx',
    'settings/costs/context-notice.tsx',
    'settings/sites/site-action.tsx',
    'shell/banners/banners.tsx',
    'shell/start/empty-state.tsx',
    'shell/start/no-chat.tsx',
  ],
  markdown: ['kit/markdown/markdown-document.tsx'],
} as const;

/** Configures the build of the pages: what the panel loads when it opens is one script before the chat is shown, and one with it. */
export function bundlePanel(config: InlineConfig): void {
  const output = config.build?.rolldownOptions?.output;
  if (config.build === undefined || output === undefined || Array.isArray(output)) {
    throw new Error('WXT configures the pages in another form than expected.');
  }
  const scripts = Object.entries(SCRIPTS);
  output.codeSplitting = {
    groups: [
      // It loads the panel’s script, so it can’t be in it.
      { name: 'loader', test: /preload-helper|wxt-html-plugins/, priority: scripts.length + 1 },
      ...scripts.map(([name, roots], index) => {
        const reachable = reachableFrom(roots);
        return {
          // A group takes what its modules import too, unless a group of a higher priority has it.
          priority: scripts.length - index,
          name(id: string, modules: Rolldown.ChunkingContext) {
            const importsOf = (module: string) => modules.getModuleInfo(module)?.importedIds ?? [];
            return reachable(importsOf).has(id) ? name : null;
          },
        };
      }),
      // Those of parts that load later, which would else be files of a few hundred bytes.
      { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, priority: 0 },
    ],
  };
  // Elements that the browser would handle before the first paint.
  config.build.modulePreload = false;
}

const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*(["'])lucide-react\2;?/g;
const ICON_NAME = /^\s*(\w+)(?: as (\w+))?\s*$/;
const ICON_WORDS = /(?<=[a-z])(?=[A-Z\d])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/**
 * Imports each icon from a module of its own. Through the package's index, the panel's script would reach the icons of all scripts, and have
 * them.
 */
export const SINGLE_ICONS: Plugin = {
  name: 'single-icons',
  transform(code) {
    if (!code.includes('lucide-react')) return null;
    return {
      code: code.replace(ICON_IMPORT, (_, names: string) => names.split(',').map(iconImport).join('')),
      map: null,
    };
  },
};

function iconImport(name: string): string {
  const [, exported, local = exported] = ICON_NAME.exec(name) ?? [];
  if (exported === undefined) return '';
  const module =
    exported === 'createLucideIcon'
      ? fileURLToPath(new URL('../node_modules/lucide-react/dist/esm/createLucideIcon.mjs', import.meta.url))
      : `lucide-react/icons/${exported.replace(ICON_WORDS, '-').toLowerCase()}`;
  return `import ${local} from '${module}';`;
}

/**
 * Requests a chunk's script beside its style sheets. Vite's own helper requests it after them, although only what the script renders
 * needs them: the import still waits for both.
 */
export const SCRIPT_BESIDE_STYLES: Plugin = {
  name: 'script-beside-styles',
  transform(code, id) {
    if (!id.includes('vite/preload-helper')) return null;
    const begun = code
      .replace(
        'return promise.then(',
        'const module = baseModule();\nmodule.catch(() => {});\nreturn promise.then(',
      )
      .replace('return baseModule().catch(', 'return module.catch(');
    if (begun.includes('return baseModule()') || !begun.includes('const module = baseModule()')) {
      throw new Error('Vite loads chunks in another way than expected.');
    }
    return { code: begun, map: null };
  },
};

/** A chunk that only passes on exports of another one. */
const FACADE = /^export\s*\{([^}]*)\}\s*from\s*"(\.\/[^"]+)";?\s*$/;

const DYNAMIC_IMPORT = /\bimport\([`"]\.\/([^`"]+)[`"]\)/g;

/** First line of a chunk that imports modules of these scripts: declares a function that imports a script once, and again if that failed. */
const IMPORT_ONCE =
  'const importing={},importOnce=(name,load)=>importing[name]??=load().catch(error=>{delete importing[name];throw error});\n';

/**
 * Scripts that the browser compiles whole while it loads them, on another thread (V8's compile hints, Chromium 136). Most of their
 * functions run at once, and would be compiled one by one on the main thread. The panel's own script isn't one of them, since the panel
 * would then be ready later.
 */
const COMPILED_WHOLE: ReadonlySet<string> = new Set([
  'store',
  'chat',
  'markdown',
] satisfies (keyof typeof SCRIPTS)[]);
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Imports each module from the script that contains it. The bundler imports a module of a script of several from a chunk of its own, which
 * only passes its exports on. The opening would load twenty of these, and each costs half a millisecond of the main thread. The modules of
 * one script also arrive together, so that the panel renders them once.
 */
export const PANEL_SCRIPTS: Plugin = {
  name: 'panel-scripts',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const facades = new Map<string, string>();
      for (const { fileName, code, isDynamicEntry } of chunks) {
        const [, names, script] = FACADE.exec(code) ?? [];
        if (!isDynamicEntry || names === undefined) continue;
        const members = names.split(',').map((name) => {
          const [inner = '', outer = inner] = name.trim().split(/\s+as\s+/);
          return `${outer}:m.${inner}`;
        });
        const once = `importOnce("${script}",()=>import("${script}"))`;
        facades.set(basename(fileName), `${once}.then(m=>({${members.join()}}))`);
        delete bundle[fileName];
      }
      for (const chunk of chunks) {
        const code = chunk.code.replace(DYNAMIC_IMPORT, (found, name) => facades.get(name) ?? found);
        if (code !== chunk.code) chunk.code = IMPORT_ONCE + code;
        // The first line, which is where the browser looks for it.
        if (COMPILED_WHOLE.has(chunk.name)) chunk.code = COMPILE_HINT + chunk.code;
      }
    },
  },
};

/** Finds the modules that are one of `roots`, or imported by them statically, directly or not. The result is computed once. */
function reachableFrom(roots: readonly string[]) {
  const paths = roots.map((root) => fileURLToPath(new URL(`../src/panel/${root}`, import.meta.url)));
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0) {
    throw new Error(`The panel’s scripts begin with files that are missing: ${missing.join(', ')}`);
  }
  let reached: Set<string> | null = null;
  return (importsOf: (id: string) => readonly string[]): ReadonlySet<string> => {
    if (reached === null) {
      // Visits the ids that are added to the set on the way, too.
      reached = new Set(paths);
      for (const id of reached) for (const imported of importsOf(id)) reached.add(imported);
    }
    return reached;
  };
}
