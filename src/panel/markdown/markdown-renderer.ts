import type { ComponentType } from 'react';

type Renderer = ComponentType<{ text: string }>;

/** The Markdown renderer, once it has been loaded; shaped for `useSyncExternalStore`. */
export interface MarkdownRenderer {
  subscribe(listener: () => void): () => void;
  get(): Renderer | null;
  /** Loads it, the first time that it is called. */
  load(): void;
}

/**
 * Loads a renderer apart from the panel's first script. Not `React.lazy`: React holds back what it suspended for
 * 300 ms, and the text would show its stars and dashes for as long. If loading fails, texts stay plain.
 */
export function createMarkdownRenderer(load: () => Promise<Renderer>): MarkdownRenderer {
  const listeners = new Set<() => void>();
  let renderer: Renderer | null = null;
  let isAsked = false;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => renderer,
    load() {
      if (isAsked) return;
      isAsked = true;
      load().then(
        (loaded) => {
          renderer = loaded;
          for (const listener of listeners) listener();
        },
        (error: unknown) =>
          console.error('Steward shows plain text: its Markdown part could not be loaded.', error),
      );
    },
  };
}

/** The panel's own. */
export const markdownRenderer = createMarkdownRenderer(
  async () => (await import('./markdown-view')).MarkdownView,
);
