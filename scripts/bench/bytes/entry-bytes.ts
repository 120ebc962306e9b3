import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startScripts } from '@/tests/project/start-scripts';
import LIMITS from '../bytes.json' with { type: 'json' };

/** An entry of the built extension: a script, a page, or the late parts of the worker together. */
export type Entry = keyof typeof LIMITS;

/** Most compressed bytes of each entry. */
export const BYTE_LIMITS: Readonly<Record<Entry, number>> = LIMITS;

/** Scripts of each entry, as paths within the built extension. */
const SCRIPTS: Record<Entry, (extension: string) => string[]> = {
  'worker-start.js': () => ['worker-start.js'],
  'background.js': () => ['background.js'],
  'background-*.js': lateParts,
  'content-scripts/content.js': () => ['content-scripts/content.js'],
  'sidepanel.html': (extension) => startScripts(extension, 'sidepanel.html'),
};

/** The scripts that the worker loads at their first use. */
export function lateParts(extension: string): string[] {
  return readdirSync(extension).filter((name) => /^background-.*\.js$/.test(name));
}

/** The compressed bytes of an entry's scripts, each compressed by itself as a store's package does. */
export function compressedBytes(extension: string, entry: Entry): number {
  const sizes = SCRIPTS[entry](extension).map(
    (path) => gzipSync(readFileSync(join(extension, path)), { level: 9 }).byteLength,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
