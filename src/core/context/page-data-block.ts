import type { Change } from '../records/change';
import { visibleJson } from '../text/visible-json';

/** The kinds of blocks in which page data travels (docs/page-context.md). */
export type PageDataTag = 'page-state' | 'changes-since-last-message' | 'page-changes';

/**
 * Wraps text that a page controls. The nonce is random and new for each run, so no text on the page can close the
 * block. Should the text hold the nonce all the same (somebody copied it from an answer), a
 * word stands in its place: cutting it out could join two halves to a new one.
 */
export function pageDataBlock(
  tag: PageDataTag,
  nonce: string,
  text: string,
  attributes: Readonly<Record<string, string>>,
): string {
  const extra = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
  return `<${tag} id="${nonce}"${extra}>\n${text.replaceAll(nonce, '[id]')}\n</${tag} id="${nonce}">`;
}

/** Changes as lines: time, type, and the rest as JSON, so that page text can't forge a line. */
export function changeLines(changes: readonly Change[]): string {
  return changes
    .map(({ type, timestamp, ...fields }) => `${timestamp} ${type} ${visibleJson(fields)}`)
    .join('\n');
}
