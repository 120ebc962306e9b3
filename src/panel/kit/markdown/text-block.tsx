import { FoldedRest, FoldedText, Piece } from '../text/long-text';
import { BLOCK_LIMITS, blockHead, isTooDense, STREAMING_BLOCK_LIMITS } from './markdown-limits';
import { IsCut, MarkdownView } from './markdown-view';

/** UTF-16 units of a block shown as plain text before the rest of it is folded. */
const MAX_PLAIN_CHARS = 4_000;

interface TextBlockProps {
  /** The text; several parts if it exceeds the limits of a growing block. */
  parts: readonly string[];
  /** True while the block is growing. */
  isStreaming: boolean;
  /** Text after the block, which is always folded. */
  rest: string;
}

/**
 * A block of text. One that is too long is shown up to the limit, and one that is too dense as plain text. A growing
 * block above either limit is plain text and never folded, so that its newest line is visible.
 */
export function TextBlock({ parts, isStreaming, rest }: TextBlockProps) {
  if (isStreaming) {
    return (
      <>
        <GrowingText parts={parts} />
        {rest !== '' && <FoldedRest text={rest} />}
      </>
    );
  }
  const text = parts.join('');
  const head = blockHead(text, BLOCK_LIMITS);
  if (isTooDense(head, BLOCK_LIMITS)) return <FoldedText text={text + rest} maxChars={MAX_PLAIN_CHARS} />;
  const folded = text.slice(head.length) + rest;
  return (
    <>
      <IsCut value={folded !== ''}>
        <MarkdownView text={head} />
      </IsCut>
      {folded !== '' && <FoldedRest text={folded} />}
    </>
  );
}

function GrowingText({ parts }: { parts: readonly string[] }) {
  const [text = ''] = parts;
  if (parts.length <= 1 && !isTooDense(text, STREAMING_BLOCK_LIMITS)) return <MarkdownView text={text} />;
  return (
    <div className="growing-text">
      {parts.map((part, index) => (
        // The index is a stable key: parts are only appended.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Piece key={index} text={part} />
      ))}
    </div>
  );
}
