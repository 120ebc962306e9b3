import { memo, useDeferredValue, useSyncExternalStore } from 'react';
import { NameGroupProvider } from '../page-names/name-group';
import { FoldedText } from '../text/long-text';
import { MAX_MARKDOWN_AT_ONCE_CHARS, MAX_MARKDOWN_CHARS } from './markdown-limits';
import { markdownRenderer } from './markdown-renderer';
import './markdown.css';

interface MarkdownTextProps {
  text: string;
  /** True while the text is growing; missing for a complete one. */
  isStreaming?: boolean;
  /** True to begin with the Markdown of the text's end, missing to begin with plain text if it is long. */
  isAtOnce?: boolean;
}

/** A model's text as Markdown; plain text until the renderer is loaded, and where rendering could block the panel. */
export const MarkdownText = memo(function MarkdownText({ text, isStreaming, isAtOnce }: MarkdownTextProps) {
  const Renderer = useSyncExternalStore(markdownRenderer.subscribe, markdownRenderer.get);
  // React can interrupt deferred rendering between blocks to handle input.
  const isDue = useDeferredValue(true, isAtOnce === true || text.length <= MAX_MARKDOWN_AT_ONCE_CHARS);
  return (
    <div className="markdown">
      {Renderer === null || !isDue ? (
        <FoldedText text={text} maxChars={MAX_MARKDOWN_CHARS} isSpelledOut={false} />
      ) : (
        <NameGroupProvider>
          <Renderer text={text} isStreaming={isStreaming === true} />
        </NameGroupProvider>
      )}
    </div>
  );
});
