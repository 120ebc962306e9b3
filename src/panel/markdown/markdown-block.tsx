import { type ComponentType, memo } from 'react';
import { FoldedRest, FoldedText, LongText } from '../text/long-text';
import { BLOCK_LIMITS, blockHead, isTooDense, STREAMING_BLOCK_LIMITS } from './markdown-limits';

/** UTF-16 units of a block shown as plain text before the rest of it is folded. */
const MAX_PLAIN_CHARS = 4_000;

interface MarkdownBlockProps {
  Renderer: ComponentType<{ text: string }>;
  text: string;
  /** Whether it is still growing. */
  isStreaming: boolean;
  /** What follows it and stays folded in any case. */
  rest: string;
}

/**
 * One block of a text. A block that is too long is shown up to the bound, a block that is too dense as plain text. A
 * growing one is plain above either bound, and never folded, so that its newest line is seen.
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
