import { useMemo, useState } from 'react';
import { FoldedRest } from '../text/long-text';
import { useGrowingNumber } from '../text/use-growing-number';
import type { Block } from './block';
import { hasDefinition } from './block-lines';
import type { SplitText } from './block-splitter';
import { withPlainLineBreaks } from './line-reader';
import { BLOCK_LIMITS } from './markdown-limits';
import { MarkdownSection } from './markdown-section';
import { createIncrementalSplit } from './split-incrementally';

/** Sections of a long text that are added to the document in one step. */
const SECTIONS_AT_ONCE = 2;

interface MarkdownDocumentProps {
  text: string;
  /** True while the last block is growing. */
  isStreaming: boolean;
}

/**
 * A text in Markdown. While it grows, only its last block is parsed again; sections and blocks that are complete keep
 * their elements.
 */
export function MarkdownDocument({ text, isStreaming }: MarkdownDocumentProps) {
  const [split] = useState(createIncrementalSplit);
  const { sections, rest } = useMemo(
    () => (!isStreaming && isWhole(text) ? wholeText(text) : split(text)),
    [split, text, isStreaming],
  );
  const shown = useGrowingNumber(sections.length, SECTIONS_AT_ONCE);
  const last = sections.length - 1;
  const hasFoldedEnd = sections[last]?.at(-1)?.kind === 'text';
  return (
    <>
      {sections.slice(0, shown).map((blocks, index) => (
        <MarkdownSection
          // The index is a stable key: sections are only appended.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          blocks={blocks}
          isLast={index === last}
          isStreaming={isStreaming && index === last}
          rest={index === last ? rest : ''}
        />
      ))}
      {!hasFoldedEnd && rest !== '' && <FoldedRest text={rest} />}
    </>
  );
}

/** Definitions of links and footnotes apply to all blocks, so a text with them isn't cut if it fits into a block. */
function isWhole(text: string): boolean {
  return text.length <= BLOCK_LIMITS.chars && hasDefinition(withPlainLineBreaks(text));
}

function wholeText(text: string): SplitText {
  const block: Block = { kind: 'text', start: '', parts: [withPlainLineBreaks(text)], end: '' };
  return { sections: [[block]], rest: '' };
}
