import type { Plugin } from 'vite';
import { registered } from './late-parts';

const WXT_START = 'virtual:wxt-content-script-isolated-world-entrypoint?';

/**
 * Starts the content script without WXT's context, which Steward's script doesn't use: the context tells each page with a message that
 * the extension is there.
 */
export const CONTENT_SCRIPT_ALONE: Plugin = {
  name: 'content-script-alone',
  enforce: 'pre',
  load(id) {
    const [, path] = id.split(WXT_START);
    return path === undefined ? null : `import script from ${JSON.stringify(path)};\nscript.main();`;
  },
};

/** Runs the content script, and the script of an adapter at its first use. Each script has added itself to `stewardScripts`. */
const RUN = `void (()=>{
const modules=new Map();
const require=(path)=>{
let module=modules.get(path);
if(!module){modules.set(path,module={exports:{}});stewardScripts.get(path)(require,module,module.exports);}
return module.exports;
};
require("./content.js");
})();
`;

/**
 * Builds the content script as several classic scripts: `content.js` is what every page needs, and each adapter's `page.ts`
 * becomes a script with the adapter's id as its name, which the background injects into pages with the adapter's sign. A content
 * script could load it itself only if the page could, too.
 *
 * Each script adds a function to `stewardScripts`, a global of the extension's own world in the document.
 */
export const PAGE_PARTS: Plugin = {
  name: 'page-parts',
  apply: ({ build }) => typeof build?.lib === 'object' && build.lib.fileName === 'content',
  config: ({ build }) => {
    // In place, because vite would add it to WXT's own format.
    if (typeof build?.lib === 'object') build.lib.formats = ['cjs'];
    return {
      build: {
        rollupOptions: {
          output: {
            // What two scripts need is in one chunk, which becomes part of content.js.
            codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
            chunkFileNames: ({ facadeModuleId, name }) =>
              `content-scripts/${/adapters\/([^/]+)\/page\.ts$/.exec(facadeModuleId ?? '')?.[1] ?? name}.js`,
          },
        },
      },
    };
  },
  generateBundle(_options, bundle) {
    const scripts = Object.values(bundle).filter((script) => script.type === 'chunk');
    const start = scripts.find(({ isEntry }) => isEntry);
    if (start === undefined) throw new Error('There is no content script.');
    for (const script of scripts) {
      script.code = registered(script.fileName.replace('content-scripts/', ''), script.code);
      if (script === start || script.isDynamicEntry) continue;
      // What several adapters share is short.
      start.code = script.code + start.code;
      delete bundle[script.fileName];
    }
    start.code = `globalThis.stewardScripts??=new Map();\n${start.code}${RUN}`;
  },
};
