import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';

/** A text of a catalogue file. */
export interface SourceText {
  text: string;
  /** The comment above it, for translators. */
  comment: string | null;
}

const ADAPTERS = 'src/adapters';

/** The language of the source texts. */
export const SOURCE = 'en';

/** The languages with a catalogue, English first, then by their tags. */
export function readLanguages(root: string): string[] {
  const tags = readdirSync(join(root, 'locales')).flatMap((name) => /^([\w-]+)\.yml$/.exec(name)?.[1] ?? []);
  return [SOURCE, ...tags.filter((tag) => tag !== SOURCE).sort()];
}

/** The files with a language's texts, and what their keys begin with: an adapter's begin with its folder. */
export function textFiles(root: string, language: string): { path: string; prefix: string }[] {
  const folders = readdirSync(join(root, ADAPTERS), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return [
    { path: `locales/${language}.yml`, prefix: '' },
    ...folders.map(({ name }) => ({ path: `${ADAPTERS}/${name}/texts.${language}.yml`, prefix: `${name}.` })),
  ].filter(({ path }) => existsSync(join(root, path)));
}

/** All texts of a language by their keys. Throws for a file that isn't a map of maps and texts. */
export function readTexts(root: string, language: string): Map<string, SourceText> {
  const found = new Map<string, SourceText>();
  for (const { path, prefix } of textFiles(root, language)) {
    for (const [key, text] of parseTextFile(root, path)) found.set(`${prefix}${key}`, text);
  }
  return found;
}

/** The texts of the templates that new adapters are made of. */
export function readTemplateTexts(root: string): Map<string, SourceText> {
  const folder = 'scripts/adapter/templates';
  return new Map(
    [folder, `${folder}/rule-list`].flatMap((path) =>
      [...parseTextFile(root, `${path}/texts.${SOURCE}.yml`)].map(
        ([key, text]) => [`template-adapter.${key}`, text] as const,
      ),
    ),
  );
}

/** The texts of one file by their keys, whose parts are joined by dots. */
export function parseTextFile(root: string, path: string): Map<string, SourceText> {
  return parseTexts(readFileSync(join(root, path), 'utf8'), path);
}

/** As {@link parseTextFile}, of a file's content; `path` is for errors. */
export function parseTexts(yaml: string, path: string): Map<string, SourceText> {
  const { contents, errors } = parseDocument(yaml);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const found = new Map<string, SourceText>();
  if (contents === null) return found;
  if (!isMap(contents)) throw new Error(`${path} isn’t a map of texts.`);
  addTexts(contents, '', path, found);
  return found;
}

function addTexts(map: YAMLMap, prefix: string, path: string, found: Map<string, SourceText>): void {
  map.items.forEach(({ key, value }, index) => {
    if (!isScalar(key)) throw new Error(`${path}: a key under ${prefix} isn’t a word.`);
    const name = `${prefix}${key.value}`;
    // The library counts a comment before the first entry as the map's.
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore : null) ?? null;
    if (isMap(value)) addTexts(value, `${name}.`, path, found);
    else if (isScalar(value) && typeof value.value === 'string') {
      found.set(name, { text: value.value, comment: comment === null ? null : comment.replace(/^ /gm, '') });
    } else throw new Error(`${path}: ${name} isn’t a text.`);
  });
}
