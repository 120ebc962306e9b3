import { useSyncExternalStore } from 'react';
import type { CallEditor, isEditable } from './call-editor';

/** The part of the card that edits: form, schemas and the adapters' tools. */
export interface EditorModule {
  CallEditor: typeof CallEditor;
  isEditable: typeof isEditable;
}

/** The part, once it has been loaded; shaped for `useSyncExternalStore`. */
export interface EditorModuleSource {
  subscribe(listener: () => void): () => void;
  get(): EditorModule | null;
  /** Loads it; does nothing while that is under way or done. After a failure it can be tried again. */
  load(): void;
}

/** Loads the part apart from the panel's first script: it brings the schemas of all tools with it. */
export function createEditorModuleSource(load: () => Promise<EditorModule>): EditorModuleSource {
  const listeners = new Set<() => void>();
  let part: EditorModule | null = null;
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
export const editorModule = createEditorModuleSource(async () => {
  await import('@/src/core/configure-zod');
  return import('./call-editor');
});

/** The part, or null until it is there. */
export function useEditorModule(): EditorModule | null {
  return useSyncExternalStore(editorModule.subscribe, editorModule.get);
}
