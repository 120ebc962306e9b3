import type { Block } from './block';
import { createSections } from './block-sections';
import { createLineReader } from './line-reader';
import {
  BLOCK_WEIGHT,
  CODE_CHARS_PER_WEIGHT,
  MAX_MARKDOWN_CHARS,
  MAX_MARKDOWN_WEIGHT,
} from './markdown-limits';
import { addLine, addToLine, blockOf, type GrownBlock, type OpenBlock } from './open-block';

/** A text split into blocks. Complete sections, blocks and parts remain the same objects while text is added. */
export interface SplitText {
  /** Consecutive blocks; only the last section changes. */
  sections: readonly (readonly Block[])[];
  /** Text beyond the limits of one text; empty if there is none. */
  rest: string;
}

/** Splits a growing text into blocks. The work for an addition doesn't depend on the length of the text before it. */
export interface BlockSplitter {
  append(text: string): void;
  split(): SplitText;
}

/**
 * Characters that cost more than their length to parse or render: marks, line breaks, and parts of addresses that
 * become links.
 */
const COSTLY = /[[\]*_~`<&!\\|:@\n]|www\./g;

/**
 * Cuts Markdown at blank lines, and before and after tables and fenced code, into blocks that can be rendered one by
 * one. A list is cut between its items only, once it is long. The blocks and the rest joined equal the text, with line
 * feeds for all line breaks. The result doesn't depend on how the text is divided among the calls of `append`.
 */
export function createBlockSplitter(): BlockSplitter {
  const sections = createSections();
  const lines = createLineReader();
  let open: OpenBlock | null = null;
  let isLineStart = true;
  let chars = 0;
  let weight = 0;
  /** Null while the text is within the limits. */
  let rest: string | null = null;

  function fits(piece: string): boolean {
    return (
      chars + piece.length <= MAX_MARKDOWN_CHARS && weight + weightOf(piece, open) <= MAX_MARKDOWN_WEIGHT
    );
  }

  function grownBy(piece: string): GrownBlock {
    return open === null || isLineStart
      ? addLine(open, piece, lines.isLong(piece))
      : { closed: [], open: addToLine(open, piece) };
  }

  /** Adds a piece; false once the text exceeds the limits. */
  function take(piece: string): boolean {
    if (rest !== null || !fits(piece)) {
      // Empty at first.
      rest = (rest ?? '') + piece;
      return false;
    }
    const { closed, open: grown } = grownBy(piece);
    for (const block of closed) sections.add(block);
    chars += piece.length;
    weight += weightOf(piece, open) + closed.length * BLOCK_WEIGHT;
    open = grown;
    isLineStart = piece.endsWith('\n');
    return true;
  }

  return {
    append(text) {
      lines.read(text, take);
    },
    split() {
      const pending = lines.pending();
      if (rest === null && pending !== '' && fits(pending)) {
        const { closed, open: grown } = grownBy(pending);
        return { sections: sections.with([...closed, blockOf(grown)]), rest: '' };
      }
      const complete = open === null ? [] : [blockOf(open)];
      return { sections: sections.with(complete), rest: rest ?? pending };
    },
  };
}

function weightOf(piece: string, open: OpenBlock | null): number {
  if (open?.kind === 'code' && open.end === '') return Math.ceil(piece.length / CODE_CHARS_PER_WEIGHT);
  return piece.match(COSTLY)?.length ?? 0;
}
