import { createRoot } from 'react-dom/client';
import { ToolData } from '@/src/panel/conversation/tool-data';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { callLine, prettyArguments } from '@/src/panel/kit/text/call-line';
import type { NestedText } from './nested-text';

/** The part of the conversation that shows a model's text and a call's arguments. */
export interface NestingStage {
  /** `isStreaming`: the text is still being received. */
  show(shown: NestedText, isStreaming: boolean): void;
  readonly place: Element;
  /** Errors thrown during rendering. */
  readonly errors: unknown[];
  remove(): void;
}

/** Loads the Markdown renderer; until then texts are shown unformatted. */
export function loadMarkdown(): Promise<void> {
  markdownRenderer.load();
  return new Promise((resolve) => {
    if (markdownRenderer.get() !== null) resolve();
    else markdownRenderer.subscribe(resolve);
  });
}

export function createNestingStage(): NestingStage {
  const place = document.body.appendChild(document.createElement('div'));
  const errors: unknown[] = [];
  const root = createRoot(place, { onUncaughtError: (error) => void errors.push(error) });
  return {
    place,
    errors,
    show({ kind, text }, isStreaming) {
      root.render(
        kind === 'markdown' ? (
          <MarkdownText text={text} isStreaming={isStreaming} />
        ) : (
          <>
            <p>{callLine('add_ignore_rule', text)}</p>
            <ToolData title="conversation.call.arguments" text={prettyArguments(text)} />
          </>
        ),
      );
    },
    remove() {
      root.unmount();
      place.remove();
    },
  };
}
