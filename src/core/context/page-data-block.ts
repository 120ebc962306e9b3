import type { Change } from '@/src/schema/change';
import { visibleJson } from '../text/visible-json';

/** The tags of the blocks that contain page data (docs/page-context.md), or the text of another chat. */
export type PageDataTag =
  | 'page-state'
  | 'other-sites'
  | 'changes-since-last-message'
  | 'mentioned-parts'
  | 'page-changes'
  | 'chat-message';

/**
 * Wraps text that a page or another chat controls. The nonce is random and new for each run, so no text on the page can close
 * the block. If the text contains the nonce anyway (copied from an answer), it is replaced by a word:
 * deleting it could join two halves to a new nonce.
 */
export function pageDataBlock(tag: PageDataTag, nonce: string, text: string): string {
  return `<${tag} id="${nonce}">\n${text.replaceAll(nonce, '[id]')}\n</${tag} id="${nonce}">`;
}

/** Formats changes as lines: time, type, and the rest as JSON, so that page text can't forge a line. */
export function changeLines(changes: readonly Change[]): string {
  return changes
    .map(({ type, timestamp, ...fields }) => `${timestamp} ${type} ${visibleJson(fields)}`)
    .join('\n');
}
