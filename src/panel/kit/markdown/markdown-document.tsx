import { useMemo, useState } from 'react';
import { FoldedRest } from '../text/long-text';
import { useGrowingNumber } from '../text/use-growing-number';
import { createBlockSplitter, type SplitText } from './block-splitter';
import { MarkdownSection } from './markdown-section';

/** Sections of a long text that are added to the document in one step. */
const SECTIONS_AT_ONCE = 6;

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
  const { sections, rest } = useMemo(() => split(text), [split, text]);
  // A conversation opens at the end of its newest text, which fills the screen.
  const [fromEnd] = useState(!isStreaming);
  const shown = useGrowingNumber(sections.length, SECTIONS_AT_ONCE, fromEnd ? 1 : SECTIONS_AT_ONCE);
  const last = sections.length - 1;
  const hasFoldedEnd = sections[last]?.at(-1)?.kind === 'text';
  return (
    <>
      {sections.map((blocks, index) =>
        (fromEnd ? index > last - shown : index < shown) ? (
          <MarkdownSection
            // The index is a stable key: sections are only appended.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            blocks={blocks}
            isLast={index === last}
            isStreaming={isStreaming && index === last}
            rest={index === last ? rest : ''}
          />
        ) : null,
      )}
      {!hasFoldedEnd && rest !== '' && <FoldedRest text={rest} isSpelledOut={false} />}
    </>
  );
}

/**
 * Returns a function that splits the texts it is called with. A text that begins with the previous one is split from
 * where that ended. The previous text is a cache only: the result depends on the text alone.
 */
export function createIncrementalSplit(): (text: string) => SplitText {
  let splitter = createBlockSplitter();
  let known = '';
  return (text) => {
    if (!text.startsWith(known)) {
      splitter = createBlockSplitter();
      known = '';
    }
    splitter.append(text.slice(known.length));
    known = text;
    return splitter.split();
  };
}
