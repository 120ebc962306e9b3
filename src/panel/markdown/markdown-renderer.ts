import type { ComponentType } from 'react';

/** Renders a text; `isStreaming` while it is growing. */
type Renderer = ComponentType<{ text: string; isStreaming: boolean }>;

const listeners = new Set<() => void>();
let renderer: Renderer | null = null;
let isRequested = false;

/**
 * The Markdown renderer, which is in a chunk of its own; shaped for `useSyncExternalStore`. Not with `React.lazy`: React delays
 * suspended content by 300 ms, during which raw Markdown would be visible. If loading fails, texts stay plain.
 */
export const markdownRenderer = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => renderer,
  /** Loads it on the first call. */
  load() {
    if (isRequested) return;
    isRequested = true;
    import('./markdown-document').then(
      ({ MarkdownDocument }) => {
        renderer = MarkdownDocument;
        for (const listener of listeners) listener();
      },
      (error: unknown) =>
        console.error('Steward shows plain text: its Markdown renderer could not be loaded.', error),
    );
  },
};
