import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The panel's style sheets, and the styles of what the content script adds to a page, which are in scripts. */
export function styleSheets(): ReadonlyMap<string, string> {
  const paths = ['src', 'entrypoints'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  return new Map(
    paths.flatMap((path): [string, string][] => {
      if (path.endsWith('.css')) return [[path, readFileSync(path, 'utf8')]];
      if (!path.endsWith('-style.ts')) return [];
      return [...readFileSync(path, 'utf8').matchAll(/`([^`]*)`/g)].map(([, css = '']) => [path, css]);
    }),
  );
}
