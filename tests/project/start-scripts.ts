import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/**
 * The scripts of a page that the browser loads before the page can be used: those that its HTML names, what these import in any way,
 * and what that imports statically. Paths within the built extension.
 */
export function startScripts(extension: string, page: string): string[] {
  const html = readFileSync(join(extension, page), 'utf8');
  const waiting = [...html.matchAll(/<(?:script|link)[^>]*\s(?:src|href)="\/([^"]+\.js)"/g)].flatMap(
    ([, path]) => path ?? [],
  );
  // The page's own script loads the rest of the start after the first paint.
  waiting.push(...waiting.flatMap((path) => dynamicImports(extension, path)));
  const found = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    waiting.push(...staticImports(extension, path));
  }
  return [...found];
}

function dynamicImports(extension: string, path: string): string[] {
  const text = readFileSync(join(extension, path), 'utf8');
  const paths = [...text.matchAll(/\bimport\([`"']([^`"']+)[`"']\)/g)].map(([, imported]) => imported ?? '');
  return paths.map((imported) => normalize(join(dirname(path), imported)));
}

function staticImports(extension: string, path: string): string[] {
  const { body } = parseSync(path, readFileSync(join(extension, path), 'utf8')).program;
  return body.flatMap((statement) => {
    const names =
      statement.type === 'ImportDeclaration' ||
      statement.type === 'ExportAllDeclaration' ||
      statement.type === 'ExportNamedDeclaration';
    if (!names || statement.source == null) return [];
    return normalize(join(dirname(path), statement.source.value));
  });
}
