/**
 * Texts of the user interface that a document quotes: what is in italics, in straight quotation marks, or both. A document
 * uses neither for anything else. An ellipsis stands for any text.
 */
export function quotedTexts(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const italics = [...prose.matchAll(/(?<![*\w])\*(?![*\s])([^*]+?)\*(?![*\w])/g)];
  const quotations = [...prose.matchAll(/"([^"]+)"/g)];
  return [...italics, ...quotations].map(([, text = '']) => text.replace(/\s+/g, ' '));
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

/** Fragments to which a document links within itself, although it has neither a heading nor an anchor of that name. */
export function missingSections(markdown: string): string[] {
  const names = [
    ...[...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id),
    ...[...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  ];
  const linked = [...markdown.matchAll(/\]\(#([^)\s]+)\)/g)].map(([, fragment = '']) => fragment);
  return linked.filter((fragment) => !names.includes(fragment));
}

/** Targets of a document's links to files, relative to it, without their fragments. */
export function linkedFiles(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target = '']) => target.split('#')[0] ?? '',
  );
  return targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

function withPlainApostrophes(text: string): string {
  return text.replaceAll('’', "'");
}
