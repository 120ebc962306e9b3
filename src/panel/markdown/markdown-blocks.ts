import { BLOCK_LIMITS } from './markdown-limits';

/** Lines after which a list is cut before its next item. */
const MAX_LIST_LINES = 40;

/**
 * Cuts Markdown at blank lines into blocks that can be rendered one by one, so that only the last one is rendered again
 * while a text streams in. Never cuts inside a fence, and inside a list only between its items once it is long; a text
 * with definitions (links, footnotes), which apply across blocks, stays whole if it fits into a block. The blocks
 * joined equal the text.
 */
export function markdownBlocks(text: string): string[] {
  if (text.length <= BLOCK_LIMITS.chars && DEFINITION.test(text)) return [text];
  const blocks: string[] = [];
  let block = '';
  let fence: string | null = null;
  let wasBlank = false;
  let isList = false;
  let lines = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const isBlank = line.trim() === '';
    const isParted = wasBlank && !isBlank && !(isList && LIST_CONTINUES.test(line));
    const isNextPart = isList && lines >= MAX_LIST_LINES && OUTER_ITEM.test(line);
    if (fence === null && (isParted || isNextPart)) {
      blocks.push(block);
      block = '';
      lines = 0;
    }
    if (block === '') isList = LIST_ITEM.test(line);
    lines += 1;
    fence = fenceAfter(fence, line);
    block += line;
    wasBlank = isBlank;
  }
  if (block !== '') blocks.push(block);
  return blocks;
}

/** Converts line breaks to line feeds. Markdown also ends a line at a carriage return. */
export function withPlainLineBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const OUTER_ITEM = /^(?:[-*+]|\d{1,9}[.)])\s/;
const LIST_CONTINUES = /^(?:\s|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$))/;
const FENCE = /^\s*(`{3,}|~{3,})(.*)/;

/** The open fence after a line, given the one before it. */
function fenceAfter(open: string | null, line: string): string | null {
  const [, marker, rest] = FENCE.exec(line) ?? [];
  if (marker === undefined || rest === undefined) return open;
  if (open === null) return marker[0] === '`' && rest.includes('`') ? null : marker;
  return marker[0] === open[0] && marker.length >= open.length && rest.trim() === '' ? null : open;
}
