/** The kinds of blocks in which page data stands at the end of a message (docs/page-context.md). */
export type DataBlockTag = 'page-state' | 'page-changes' | 'changes-since-last-message';

/** One block: the nonce of its run, the adapter that wrote it (page states name one) and its lines. */
export interface DataBlock {
  nonce: string;
  adapter: string | null;
  body: string;
}

/**
 * Takes the block of this kind off the end of a text. Opening and closing tag carry the same nonce; whatever looks
 * like a tag but has another one is ordinary text.
 * @returns null when the text doesn't end with such a block.
 */
export function takeLastBlock(text: string, tag: DataBlockTag): { before: string; block: DataBlock } | null {
  const trimmed = text.trimEnd();
  const closingStart = trimmed.lastIndexOf(`</${tag} id="`);
  if (closingStart < 0) return null;
  const nonce = /^<\/[a-z-]+ id="([^"\n]+)">$/.exec(trimmed.slice(closingStart))?.[1];
  if (nonce === undefined) return null;
  const opening = `<${tag} id="${nonce}"`;
  const openingStart = trimmed.indexOf(opening);
  if (openingStart < 0 || openingStart > closingStart) return null;
  const bodyStart = trimmed.indexOf('>\n', openingStart) + 2;
  if (bodyStart < 2 || bodyStart > closingStart) return null;
  const attributes = trimmed.slice(openingStart + opening.length, bodyStart);
  return {
    before: trimmed.slice(0, openingStart).trimEnd(),
    block: {
      nonce,
      adapter: /adapter="([^"]*)"/.exec(attributes)?.[1] ?? null,
      body: trimmed.slice(bodyStart, closingStart).trimEnd(),
    },
  };
}
