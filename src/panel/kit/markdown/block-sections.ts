import { type Block, lengthOf } from './block';

/** Blocks and UTF-16 units after which a section is full. */
const SECTION_BLOCKS = 16;
const SECTION_CHARS = 4_000;

/** Blocks grouped into sections of bounded size, so that an addition affects only the last section. */
export interface Sections {
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

export function createSections(): Sections {
  const full: (readonly Block[])[] = [];
  let last: Section = { blocks: [], chars: 0 };
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

function isFull({ blocks, chars }: Section): boolean {
  return blocks.length >= SECTION_BLOCKS || chars >= SECTION_CHARS;
}

/** The section with the block added; a new section if this one is full. */
function placed(section: Section, block: Block): Section {
  const { blocks, chars } = isFull(section) ? { blocks: [], chars: 0 } : section;
  return { blocks: [...blocks, block], chars: chars + lengthOf(block) };
}
