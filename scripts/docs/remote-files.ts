import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOADED =
  /<(?:script|link|img|source|iframe|video|audio)\b[^>]*\s(?:src|srcset|href)="(?:https?:)?\/\/[^>]*>|@import[^;]*\/\/[^;]*;|url\(["']?(?:https?:)?\/\/[^)]*\)/g;

/** Scripts, style sheets, fonts and pictures that the pages of a built site load from elsewhere. */
export function remoteFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:html|css)$/.test(name))
    .flatMap((name) => findRemoteFiles(readFileSync(join(folder, name), 'utf8')));
}

/** As {@link remoteFiles}, of one page or style sheet. */
export function findRemoteFiles(text: string): string[] {
  return [...text.matchAll(LOADED)].map(([found]) => found);
}
