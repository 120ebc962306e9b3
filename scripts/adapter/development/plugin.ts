import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '../../set-up.mjs';

/** Folder of the extension with the scripts of added adapters, and the files there for all of them. */
export const FOLDER = 'adapters';
export const DEFINITIONS = `${FOLDER}/definitions.js`;
/** The content script without added adapters. scripts/adapter/dev-adapter.ts puts their scripts before it. */
export const CONTENT_SCRIPT = `${FOLDER}/content.js`;

const HERE = 'scripts/adapter/development/';

/** The modules that a development build replaces, with those that replace them and take from them what they replace. */
const REPLACED: Readonly<Record<string, string>> = {
  'src/adapters/index.ts': 'adapters.ts',
  'src/adapters/background.ts': 'background.ts',
  'src/adapters/page-halves.ts': 'page-halves.ts',
  'src/texts/load-wording.ts': 'load-wording.ts',
  '.wxt/texts/english.ts': 'english.ts',
};

/**
 * Makes a development build (`--mode adapters`), which takes adapters from a folder of the unpacked extension: their scripts add
 * themselves to a global before Steward's scripts run. No other build has this plugin, and so none has the code that reads the global.
 */
export const ADDED_ADAPTERS: Plugin = {
  name: 'added-adapters',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    if (resolved === null || importer === undefined || pathOf(importer).startsWith(HERE)) return resolved;
    const replacing = REPLACED[pathOf(resolved.id)];
    return replacing === undefined ? resolved : join(ROOT, HERE, replacing);
  },
  transformIndexHtml: () => [
    { tag: 'script', attrs: { src: `/${DEFINITIONS}` }, injectTo: 'head-prepend' as const },
  ],
};

/** Loads the adapters in Chromium's worker. After the plugin that makes its scripts (scripts/late-parts.ts). */
export const ADDED_IN_WORKER: Plugin = {
  name: 'added-in-worker',
  apply: ({ build }) => typeof build?.lib === 'object' && build.lib.fileName === 'background',
  generateBundle(_options, bundle) {
    for (const script of Object.values(bundle)) {
      if (script.type === 'chunk' && script.isEntry) {
        script.code = `importScripts("./${DEFINITIONS}");\n${script.code}`;
      }
    }
  },
};

function pathOf(id: string): string {
  return relative(ROOT, id).replaceAll('\\', '/');
}
