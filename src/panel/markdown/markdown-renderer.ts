import type { ComponentType } from 'react';

/** Renders a text; `isStreaming` while it is growing. */
type Renderer = ComponentType<{ text: string; isStreaming: boolean }>;

/** The lazily loaded Markdown renderer; shaped for `useSyncExternalStore`. */
export interface MarkdownRenderer {
  subscribe(listener: () => void): () => void;
  get(): Renderer | null;
  /** Loads it on the first call. */
  load(): void;
}

/**
 * Loads a renderer in a chunk of its own. Not with `React.lazy`: React delays suspended content by 300 ms, during which
 * raw Markdown would be visible. If loading fails, texts stay plain.
 */
function createMarkdownRenderer(load: () => Promise<Renderer>): MarkdownRenderer {
  const listeners = new Set<() => void>();
  let renderer: Renderer | null = null;
  let isRequested = false;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => renderer,
    load() {
      if (isRequested) return;
      isRequested = true;
      load().then(
        (loaded) => {
          renderer = loaded;
          for (const listener of listeners) listener();
        },
        (error: unknown) =>
          console.error('Steward shows plain text: its Markdown renderer could not be loaded.', error),
      );
    },
  };
}

/** The panel's instance. */
export const markdownRenderer = createMarkdownRenderer(
  async () => (await import('./markdown-document')).MarkdownDocument,
);
