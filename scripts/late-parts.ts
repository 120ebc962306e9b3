import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** A script shorter than this, which late parts share, is in `background.js`, where it is also run at its first use: to load it takes longer. */
const SHORT_LENGTH = 4_096;

/** The generated module with the English texts, and the script that has them instead. */
const ENGLISH = { module: '/.wxt/texts/english.ts', script: 'background-english.js' };

/**
 * Builds the background of Chromium's worker as several classic scripts. `background.js` is what the background needs at its start.
 * Each module that it loads by `import()` becomes a late part, a script of its own, which is loaded at its first use.
 *
 * Each script registers functions that `entrypoints/worker-start.ts` runs. A worker can load only scripts that it loaded during its
 * installation, so `background.js` loads all parts then, without running them.
 *
 * The English texts are a late part too. It is loaded synchronously, since an error needs its words when it is thrown.
 */
export const LATE_PARTS: Plugin = {
  name: 'late-parts',
  apply: ({ build }) => typeof build?.lib === 'object' && build.lib.fileName === 'background',
  config: ({ build }) => {
    // In place, because vite would add it to WXT's own format.
    if (typeof build?.lib === 'object') build.lib.formats = ['cjs'];
    return { build: { rollupOptions: { output: { chunkFileNames: 'background-[name].js' } } } };
  },
  load(id) {
    return id.endsWith(ENGLISH.module)
      ? `export const readEnglish = () => globalThis.stewardRequire('./${ENGLISH.script}').read();`
      : null;
  },
  generateBundle(_options, bundle) {
    const scripts = new Map(
      Object.values(bundle).flatMap((script) =>
        script.type === 'chunk' ? [[script.fileName, script] as const] : [],
      ),
    );
    const start = [...scripts.values()].find(({ isEntry }) => isEntry);
    if (start === undefined) throw new Error('The background has no first script.');
    const atStart = new Set<string>();
    const waiting = [start.fileName];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (atStart.has(name)) continue;
      atStart.add(name);
      waiting.push(...(scripts.get(name)?.imports ?? []));
    }
    const [texts] = /(?<=JSON\.parse\().*(?=\);)/.exec(readFileSync(`.${ENGLISH.module}`, 'utf8')) ?? [];
    if (texts === undefined)
      throw new Error('The English texts are generated in another form than expected.');
    const source = registered(ENGLISH.script, `exports.read=()=>JSON.parse(${texts});`);
    this.emitFile({ type: 'asset', fileName: ENGLISH.script, source });
    const late = [`./${ENGLISH.script}`];
    const codeAtStart: string[] = [];
    for (const [name, script] of scripts) {
      const isShort = !script.isDynamicEntry && script.code.length < SHORT_LENGTH;
      script.code = registered(name, script.code);
      if (!atStart.has(name) && !isShort) {
        late.push(`./${name}`);
        continue;
      }
      codeAtStart.push(script.code);
      if (script !== start) delete bundle[name];
    }
    start.code = `${codeAtStart.join('')}addEventListener("install",()=>importScripts(...${JSON.stringify(late)}));\n`;
  },
};

/** Wraps code in a script that only adds it to `stewardScripts`. The script returns undefined: Firefox rejects an injection that returns a map. */
export function registered(name: string, code: string): string {
  return `void stewardScripts.set("./${name}",(require,module,exports)=>{${code}\n});\n`;
}
