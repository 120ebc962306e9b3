import { fragmentOf } from '@/scripts/docs/pages';

/**
 * Texts of the user interface that a document quotes: what is in italics, in straight quotation marks, or both. A document
 * uses neither for anything else. An ellipsis stands for any text.
 */
export function quotedTexts(markdown: string): string[] {
  const quotations = [...proseOf(markdown).matchAll(/"([^"]+)"/g)];
  return [...textsInItalics(markdown), ...quotations.map(([, text = '']) => text.replace(/\s+/g, ' '))];
}

/** Names of the panel's parts that a document has in italics: they begin with a capital letter; “›” stands between two of them. */
export function panelNames(markdown: string): string[] {
  return textsInItalics(markdown)
    .filter((text) => /^\p{Lu}/u.test(text))
    .flatMap((text) => text.split(' › '));
}

function textsInItalics(markdown: string): string[] {
  const italics = [...proseOf(markdown).matchAll(/(?<![*\w])\*(?![*\s])([^*]+?)\*(?![*\w])/g)];
  return italics.map(([, text = '']) => text.replace(/\s+/g, ' '));
}

/** A document without code. */
function proseOf(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

/**
 * Those of `quoted` that occur in none of `texts`. A single word has to be a text by itself, as on a button; several words
 * may be a part of one. Typographic and straight apostrophes are the same.
 */
export function missingTexts(quoted: readonly string[], texts: Iterable<string>): string[] {
  const all = [...texts].map(withPlainApostrophes).join('\n');
  return quoted.filter((text) => {
    const pattern = withPlainApostrophes(text)
      .split('…')
      .map((part) => part.trim().replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('[^\\n]*');
    return !new RegExp(text.includes(' ') ? pattern : `^${pattern}$`, 'm').test(all);
  });
}

/** Paths of the repository that a document names in code, such as `src/core/errors.ts`; those with placeholders left out. */
export function namedPaths(markdown: string): string[] {
  const names = [...markdown.matchAll(/`((?:src|entrypoints|playground|scripts|tests|docs)\/[^`\s]*)`/g)];
  return names.map(([, path = '']) => path).filter((path) => !/[<>*…:]/.test(path));
}

/**
 * The parts of a document that its translations have too. In their order: levels of headings, list items, rows of tables with
 * their number of columns, and code blocks. Sorted, because sentences order them differently: code, quoted texts, and targets of
 * links, except those from one translation to another. `quoted` translates a quoted text of the user interface.
 */
export function untranslatedParts(markdown: string, quoted: (text: string) => string): string[] {
  const structure = [...markdown.matchAll(/^```[\s\S]*?^```|^#+(?= )|^ *(?:-|\d+\.)(?= )|^\|.*\|$/gm)];
  const prose = markdown.replace(/^```[\s\S]*?^```|<a id="[^"]+">/gm, '');
  const inSentences = [...prose.matchAll(/`[^`\n]*`|\]\((?!README)[^)\s]+\)/g)];
  return [
    ...structure.map(([part]) => (part.startsWith('|') ? part.replace(/[^|]/g, '') : part)),
    ...[...inSentences.map(([part]) => part), ...quotedTexts(prose).map(quoted)].sort(),
  ];
}

/**
 * Links of a document to a section, of itself or of another document, that has neither a heading nor an anchor of that name.
 * `read` gives the text of the document at a relative path, and null for any other file.
 */
export function missingSections(markdown: string, read: (path: string) => string | null): string[] {
  return linkTargets(markdown).filter((target) => {
    const [path = '', fragment] = target.split('#');
    const text = fragment === undefined ? null : path === '' ? markdown : read(path);
    return text !== null && !sectionsOf(text).includes(fragment);
  });
}

function sectionsOf(markdown: string): (string | undefined)[] {
  const anchors = [...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => fragmentOf(heading));
  return [...anchors, ...headings];
}

/** Targets of a document's links to files, relative to it, without their fragments. */
export function linkedFiles(markdown: string): string[] {
  return linkTargets(markdown)
    .map((target) => target.split('#')[0] ?? '')
    .filter((target) => target !== '');
}

/** Targets of a document's links within the repository. */
function linkTargets(markdown: string): string[] {
  const targets = [...proseOf(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function withPlainApostrophes(text: string): string {
  return text.replaceAll('’', "'");
}
