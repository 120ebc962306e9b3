import { memo, useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { cutText } from '../text/cut-text';
import { FoldedText } from '../text/long-text';
import { MarkdownBlock } from './markdown-block';
import { markdownBlocks, withPlainLineBreaks } from './markdown-blocks';
import { MAX_MARKDOWN_AT_ONCE_CHARS, MAX_MARKDOWN_BLOCKS, MAX_MARKDOWN_CHARS } from './markdown-limits';
import { markdownRenderer } from './markdown-renderer';
import './markdown.css';

interface MarkdownTextProps {
  text: string;
  /** True while the last block is growing. */
  isStreaming?: boolean;
}

/** A model's text as Markdown; plain text until the renderer is loaded, and where rendering could block the panel. */
export const MarkdownText = memo(function MarkdownText({
  text: received,
  isStreaming = false,
}: MarkdownTextProps) {
  const text = useMemo(() => withPlainLineBreaks(received), [received]);
  const Renderer = useSyncExternalStore(markdownRenderer.subscribe, markdownRenderer.get);
  const start =
    text.length <= MAX_MARKDOWN_CHARS ? text : cutText(text, MAX_MARKDOWN_CHARS, Number.POSITIVE_INFINITY);
  const blocks = useMemo(() => markdownBlocks(start).slice(0, MAX_MARKDOWN_BLOCKS), [start]);
  const head = blocks.join('');
  // React can interrupt deferred rendering between blocks to handle input.
  const isDue = useDeferredValue(true, head.length <= MAX_MARKDOWN_AT_ONCE_CHARS);
  const rest = text.slice(head.length);
  return (
    <div className="markdown">
      {Renderer === null || !isDue ? (
        <FoldedText text={text} maxChars={head.length} />
      ) : (
        blocks.map((block, index) => (
          <MarkdownBlock
            // The index is a stable key: blocks are only appended.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            Renderer={Renderer}
            text={block}
            isStreaming={isStreaming && index === blocks.length - 1}
            rest={index === blocks.length - 1 ? rest : ''}
          />
        ))
      )}
    </div>
  );
});
