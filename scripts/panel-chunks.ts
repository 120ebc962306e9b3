import { existsSync } from 'node:fs';
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
      { name: 'preload-helper', test: /preload-helper/, priority: scripts.length },
      ...scripts.map(([name, roots], index) => {
        const reachable = reachableFrom(roots);
        return {
          // A group takes what its modules import too, unless a group of a higher priority has it.
          priority: scripts.length - 1 - index,
          name(id: string, modules: Rolldown.ChunkingContext) {
            const importsOf = (module: string) => modules.getModuleInfo(module)?.importedIds ?? [];
            return reachable(importsOf).has(id) ? name : null;
          },
        };
      }),
    ],
  };
  // Elements that the browser would handle before the first paint.
  config.build.modulePreload = false;
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
