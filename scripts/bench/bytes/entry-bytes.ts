import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ADAPTER_IDS } from '@/src/adapters/kit/registry';
import { productionBuild } from '@/tests/project/production-build';
import { startScripts } from '@/tests/project/start-scripts';
import { type BenchRow, sum } from '../bench-row';
import LIMITS from '../bytes.json' with { type: 'json' };

/** An entry of the built extension: a script, a page, or the late parts of the worker together. */
export type Entry = keyof typeof LIMITS;

/** Measures the compressed size of each entry of the production build against its limit. */
export async function bytesRows(): Promise<BenchRow[]> {
  const { path, remove } = await productionBuild();
  try {
    return (Object.keys(BYTE_LIMITS) as Entry[]).map((entry) => ({
      what: entry,
      against: 'its limit in scripts/bench/bytes.json',
      unit: 'bytes',
      measured: [compressedBytes(path, entry)],
      baseline: [BYTE_LIMITS[entry]],
      atMost: 1,
    }));
  } finally {
    await remove();
  }
}

/** Most compressed bytes of each entry. */
export const BYTE_LIMITS: Readonly<Record<Entry, number>> = LIMITS;

/** Scripts of each entry, as paths within the built extension. */
const SCRIPTS: Record<Entry, (extension: string) => string[]> = {
  'worker-start.js': () => ['worker-start.js'],
  'background.js': () => ['background.js'],
  'background-*.js': lateParts,
  'content-scripts/content.js': () => ['content-scripts/content.js'],
  // A page gets the content script and that of one adapter: 15 kB together, but for the reader of any page, and new-api, whose script
  // has the page's session as well.
  'content-scripts/any-page.js': () => ['content-scripts/any-page.js'],
  'content-scripts/new-api.js': () => ['content-scripts/new-api.js'],
  'content-scripts/*.js': (extension) => adapterScripts(extension).slice(0, 1),
  'sidepanel.html': (extension) => startScripts(extension, 'sidepanel.html'),
};

/** The scripts that the worker loads at their first use. */
export function lateParts(extension: string): string[] {
  return readdirSync(extension).filter((name) => /^background-.*\.js$/.test(name));
}

/** The scripts of all other adapters, the largest first. */
function adapterScripts(extension: string): string[] {
  return ADAPTER_IDS.filter((id) => !['any-page', 'new-api'].includes(id))
    .map((id) => `content-scripts/${id}.js`)
    .sort((one, other) => compressedSize(extension, other) - compressedSize(extension, one));
}

/** The compressed bytes of an entry's scripts, each compressed by itself as a store's package does. */
export function compressedBytes(extension: string, entry: Entry): number {
  return sum(SCRIPTS[entry](extension).map((path) => compressedSize(extension, path)));
}

function compressedSize(extension: string, path: string): number {
  return gzipSync(readFileSync(join(extension, path)), { level: 9 }).byteLength;
}
