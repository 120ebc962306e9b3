import { useMemo, useState } from 'react';
import { FoldedRest } from '../text/long-text';
import { useGrowingNumber } from '../text/use-growing-number';
import { createBlockSplitter, type SectionSize, type SplitText } from './block-splitter';
import { MarkdownSection } from './markdown-section';

/** Size of a text's sections, and the number of them that the first step and each further one shows. */
interface Steps {
  size: SectionSize;
  first: number;
  step: number;
}

/** A text that grows is shown from its start. In small sections, each addition would take longer. */
const GROWING: Steps = { size: { blocks: 16, chars: 4_000 }, first: 2, step: 2 };

/** A finished text is shown from its end, where a conversation opens. The first section fills the screen of a narrow panel. */
const FINISHED: Steps = { size: { blocks: 8, chars: 1_500 }, first: 1, step: 6 };

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
  const [steps] = useState(isStreaming ? GROWING : FINISHED);
  const [split] = useState(() => createIncrementalSplit(steps.size));
  const { sections, rest } = useMemo(() => split(text), [split, text]);
  const shown = useGrowingNumber(sections.length, steps.step, steps.first);
  const last = sections.length - 1;
  const hasFoldedEnd = sections[last]?.at(-1)?.kind === 'text';
  return (
    <>
      {sections.map((blocks, index) =>
        (steps === FINISHED ? index > last - shown : index < shown) ? (
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
export function createIncrementalSplit(size: SectionSize): (text: string) => SplitText {
  let splitter = createBlockSplitter(size);
  let known = '';
  return (text) => {
    if (!text.startsWith(known)) {
      splitter = createBlockSplitter(size);
      known = '';
    }
    splitter.append(text.slice(known.length));
    known = text;
    return splitter.split();
  };
}
