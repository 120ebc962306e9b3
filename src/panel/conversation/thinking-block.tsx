import { type MouseEvent, memo, useState } from 'react';
import { formatDuration } from '@/src/panel/kit/text/format-duration';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { i18n } from '@/src/texts/i18n';

/** UTF-16 units of reasoning before the rest is folded. */
const MAX_THINKING_CHARS = 20_000;

interface ThinkingBlockProps {
  text: string;
  isStreaming: boolean;
  /** Null while streaming, or if it wasn't measured. */
  durationMs: number | null;
}

/** A model's reasoning: open while it streams, then closed, unless the user chose otherwise. */
export const ThinkingBlock = memo(function ThinkingBlock({
  text,
  isStreaming,
  durationMs,
}: ThinkingBlockProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? isStreaming;
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    setChoice(!isOpen);
  };
  return (
    <details className="thinking" open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by nature */}
      <summary onClick={toggle}>{heading(isStreaming, durationMs)}</summary>
      <FoldedText text={text} maxChars={MAX_THINKING_CHARS} />
    </details>
  );
});

function heading(isStreaming: boolean, durationMs: number | null): string {
  if (isStreaming) return i18n.t('conversation.thinking.now');
  return durationMs === null || durationMs === 0
    ? i18n.t('conversation.thinking.done')
    : i18n.t('conversation.thinking.doneFor', { duration: formatDuration(durationMs) });
}
