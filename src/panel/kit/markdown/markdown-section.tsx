import { type CSSProperties, memo } from 'react';
import { FoldedRest, FoldedText, Piece } from '../text/long-text';
import { type Block, lengthOf } from './block';
import { CodeBlock } from './code-block';
import { GrowingTable } from './growing-table';
import { BLOCK_LIMITS, blockHead, isTooDense, STREAMING_BLOCK_LIMITS } from './markdown-limits';
import { IsCut, MarkdownView } from './markdown-view';

/** UTF-16 units of a block shown as plain text before the rest of it is folded. */
const MAX_PLAIN_CHARS = 4_000;

/** Estimated height of a section's text, in pixels per UTF-16 unit: lines of 45 characters, each 19 pixels high. */
const PX_PER_CHAR = 19 / 45;

interface MarkdownSectionProps {
  blocks: readonly Block[];
  /** True for the section that could still grow. */
  isLast: boolean;
  /** True while the last block is growing. */
  isStreaming: boolean;
  /** Text after the last block, which is always folded. */
  rest: string;
}

/**
 * Consecutive blocks. The browser skips the layout of a section that is out of view, and keeps the height it had; for
 * one that was never in view, an estimate.
 */
export const MarkdownSection = memo(function MarkdownSection({
  blocks,
  isLast,
  isStreaming,
  rest,
}: MarkdownSectionProps) {
  const end = blocks.length - 1;
  return (
    <div
      className={isLast ? 'markdown-section' : 'markdown-section is-complete'}
      style={estimate(blocks, isLast)}
    >
      {blocks.map((block, index) => (
        <MarkdownBlock
          // The index is a stable key: blocks are only appended.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          block={block}
          isStreaming={isStreaming && index === end}
          rest={index === end ? rest : ''}
        />
      ))}
    </div>
  );
});

/** Style with the section's estimated height; undefined for the last section, whose layout is never skipped. */
function estimate(blocks: readonly Block[], isLast: boolean): CSSProperties | undefined {
  if (isLast) return undefined;
  const chars = blocks.reduce((sum, block) => sum + lengthOf(block), 0);
  return { containIntrinsicBlockSize: `auto ${Math.round(chars * PX_PER_CHAR)}px` };
}

const MarkdownBlock = memo(function MarkdownBlock({
  block,
  isStreaming,
  rest,
}: {
  block: Block;
  isStreaming: boolean;
  rest: string;
}) {
  switch (block.kind) {
    case 'text':
      return <TextBlock parts={block.parts} isStreaming={isStreaming} rest={rest} />;
    case 'table':
      return <GrowingTable start={block.start} groups={block.parts} rest={block.end === '' ? rest : ''} />;
    case 'code':
      return (
        <CodeBlock
          language={LANGUAGE.exec(block.start)?.[1]?.toLowerCase() ?? null}
          groups={block.parts}
          isComplete={!isStreaming || block.end !== ''}
        />
      );
  }
});

/** The language in the line that opens a fence: its first word. */
const LANGUAGE = /^[`~\s]*([\w#+.-]{1,30})/;

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
function TextBlock({ parts, isStreaming, rest }: TextBlockProps) {
  if (isStreaming) {
    return (
      <>
        <GrowingText parts={parts} />
        {rest !== '' && <FoldedRest text={rest} isSpelledOut={false} />}
      </>
    );
  }
  const text = parts.join('');
  const head = blockHead(text, BLOCK_LIMITS);
  if (isTooDense(head, BLOCK_LIMITS))
    return <FoldedText text={text + rest} maxChars={MAX_PLAIN_CHARS} isSpelledOut={false} />;
  const folded = text.slice(head.length) + rest;
  return (
    <>
      <IsCut value={folded !== ''}>
        <MarkdownView text={head} />
      </IsCut>
      {folded !== '' && <FoldedRest text={folded} isSpelledOut={false} />}
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
        <Piece key={index} text={part} isSpelledOut={false} />
      ))}
    </div>
  );
}
