import { type ComponentType, memo } from 'react';
import { FoldedRest, FoldedText, LongText } from '../text/long-text';
import { BLOCK_LIMITS, blockHead, isTooDense, STREAMING_BLOCK_LIMITS } from './markdown-limits';

/** UTF-16 units of a block shown as plain text before the rest of it is folded. */
const MAX_PLAIN_CHARS = 4_000;

interface MarkdownBlockProps {
  Renderer: ComponentType<{ text: string }>;
  text: string;
  /** True while the block is growing. */
  isStreaming: boolean;
  /** Text after the block, which is always folded. */
  rest: string;
}

/**
 * One block of a text. A block that is too long is shown up to the limit, and one that is too dense as plain text. A
 * growing block above either limit is plain text and never folded, so that its newest line is visible.
 */
export const MarkdownBlock = memo(function MarkdownBlock({
  Renderer,
  text,
  isStreaming,
  rest,
}: MarkdownBlockProps) {
  const limits = isStreaming ? STREAMING_BLOCK_LIMITS : BLOCK_LIMITS;
  const head = blockHead(text, limits);
  const isPlain = isTooDense(head, limits);
  if (isPlain && !isStreaming) return <FoldedText text={text + rest} maxChars={MAX_PLAIN_CHARS} />;
  const isGrowingPlain = isStreaming && (isPlain || head.length < text.length);
  const folded = isGrowingPlain ? rest : text.slice(head.length) + rest;
  return (
    <>
      {isGrowingPlain ? <LongText text={text} /> : <Renderer text={head} />}
      {folded !== '' && <FoldedRest text={folded} />}
    </>
  );
});
