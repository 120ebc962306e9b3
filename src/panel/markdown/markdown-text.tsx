import { memo, useMemo, useSyncExternalStore } from 'react';
import { markdownBlocks } from './markdown-blocks';
import { markdownRenderer } from './markdown-renderer';
import './markdown.css';

/** A model's text as Markdown; plain until the renderer has been loaded. */
export const MarkdownText = memo(function MarkdownText({ text }: { text: string }) {
  const Renderer = useSyncExternalStore(markdownRenderer.subscribe, markdownRenderer.get);
  const blocks = useMemo(() => markdownBlocks(text), [text]);
  if (Renderer === null) return <p className="plain-text">{text}</p>;
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        // Blocks only ever grow at the end, so the place is the identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Renderer key={index} text={block} />
      ))}
    </div>
  );
});
