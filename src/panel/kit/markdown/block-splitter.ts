import { charEnd } from '@/src/core/text/text-pieces';
import { type Block, lengthOf } from './block';
import {
  BLOCK_WEIGHT,
  CODE_CHARS_PER_WEIGHT,
  MAX_MARKDOWN_CHARS,
  MAX_MARKDOWN_WEIGHT,
} from './markdown-limits';
import { addLine, addToLine, blockOf, type GrownBlock, type OpenBlock } from './open-block';

/** Maximum length of a piece in UTF-16 units. A longer line is read in pieces. */
const MAX_PIECE_CHARS = 3_000;

/** Blocks and UTF-16 units after which a section is full. */
export interface SectionSize {
  blocks: number;
  chars: number;
}

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
export function createBlockSplitter(size: SectionSize): BlockSplitter {
  const sections = createSections(size);
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

/** Blocks grouped into sections of bounded size, so that an addition affects only the last section. */
interface Sections {
  /** Adds a block that is complete. */
  add(block: Block): void;
  /** All sections followed by `blocks`, which are not added. */
  with(blocks: readonly Block[]): readonly (readonly Block[])[];
}

/** A section, with the length of its source in UTF-16 units. */
interface Section {
  blocks: readonly Block[];
  chars: number;
}

function createSections(size: SectionSize): Sections {
  const full: (readonly Block[])[] = [];
  let last: Section = { blocks: [], chars: 0 };

  function isFull({ blocks, chars }: Section): boolean {
    return blocks.length >= size.blocks || chars >= size.chars;
  }

  /** The section with the block added; a new section if this one is full. */
  function placed(section: Section, block: Block): Section {
    const { blocks, chars } = isFull(section) ? { blocks: [], chars: 0 } : section;
    return { blocks: [...blocks, block], chars: chars + lengthOf(block) };
  }

  return {
    add(block) {
      if (isFull(last)) full.push(last.blocks);
      last = placed(last, block);
    },
    with(blocks) {
      const sections = [...full];
      let end = last;
      for (const block of blocks) {
        if (isFull(end)) sections.push(end.blocks);
        end = placed(end, block);
      }
      return end.blocks.length === 0 ? sections : [...sections, end.blocks];
    },
  };
}

/** Reads a growing text line by line. */
interface LineReader {
  /**
   * Passes on each complete line with its line break, and each piece of a long line. Once `take` has returned false,
   * passes on the rest unsplit.
   */
  read(text: string, take: (piece: string) => boolean): void;
  /** The start of the line that isn't complete. */
  pending(): string;
  /** True for the first piece of a line that is too long for one piece, or may become so. */
  isLong(piece: string): boolean;
}

/** Creates a reader. A carriage return ends a line in Markdown, too; all line breaks are passed on as line feeds. */
function createLineReader(): LineReader {
  let pending = '';
  let endsInReturn = false;
  let isByLine = true;
  return {
    read(text, take) {
      if (text === '') return;
      pending += withPlainLineBreaks(endsInReturn && text.startsWith('\n') ? text.slice(1) : text);
      endsInReturn = text.endsWith('\r');
      let start = 0;
      for (let end = pieceEnd(pending, 0); isByLine && end !== null; end = pieceEnd(pending, start)) {
        isByLine = take(pending.slice(start, end));
        start = end;
      }
      pending = pending.slice(start);
      if (isByLine) return;
      take(pending);
      pending = '';
    },
    pending: () => pending,
    // One unit shorter if it would end within a surrogate pair.
    isLong: (piece) => piece.length >= MAX_PIECE_CHARS - 1 && !piece.endsWith('\n'),
  };
}

/** Converts line breaks to line feeds. */
export function withPlainLineBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** The end of the first piece from `start` on; null if its line isn't complete. */
function pieceEnd(text: string, start: number): number | null {
  const window = text.slice(start, start + MAX_PIECE_CHARS);
  const lineLength = window.indexOf('\n') + 1;
  if (lineLength > 0) return start + lineLength;
  return text.length - start > MAX_PIECE_CHARS ? charEnd(text, start + MAX_PIECE_CHARS) : null;
}
