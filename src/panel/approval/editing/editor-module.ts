import { useSyncExternalStore } from 'react';
import type { CallEditor, isEditable } from './call-editor';

/** The part of the card that edits: form, schemas and the adapters' tools. */
export interface EditorPart {
  CallEditor: typeof CallEditor;
  isEditable: typeof isEditable;
}

/** The part, once it has been loaded; shaped for `useSyncExternalStore`. */
export interface EditorPartSource {
  subscribe(listener: () => void): () => void;
  get(): EditorPart | null;
  /** Loads it; does nothing while that is under way or done. After a failure it can be tried again. */
  load(): void;
}

/** Loads the part apart from the panel's first script: it brings the schemas of all tools with it. */
export function createEditorPartSource(load: () => Promise<EditorPart>): EditorPartSource {
  const listeners = new Set<() => void>();
  let part: EditorPart | null = null;
  let isAsked = false;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => part,
    load() {
      if (isAsked) return;
      isAsked = true;
      load().then(
        (loaded) => {
          part = loaded;
          for (const listener of listeners) listener();
        },
        (error: unknown) => {
          isAsked = false;
          console.error('Steward can’t offer to edit calls: that part could not be loaded.', error);
        },
      );
    },
  };
}

/** The panel's own. */
export const editorPart = createEditorPartSource(async () => {
  await import('@/src/core/configure-zod');
  return import('./call-editor');
});

/** The part, or null until it is there. */
export function useEditorPart(): EditorPart | null {
  return useSyncExternalStore(editorPart.subscribe, editorPart.get);
}
