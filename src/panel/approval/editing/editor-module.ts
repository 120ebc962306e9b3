import { useSyncExternalStore } from 'react';
import type { CallEditor, isEditable } from './call-editor';

/** The call editor's module: form, schemas and the adapters' tools. */
export interface EditorModule {
  CallEditor: typeof CallEditor;
  isEditable: typeof isEditable;
}

/** The lazily loaded module; shaped for `useSyncExternalStore`. */
export interface EditorModuleSource {
  subscribe(listener: () => void): () => void;
  get(): EditorModule | null;
  /** Loads it unless it is loading or loaded. May be called again after a failure. */
  load(): void;
}

/** Loads the module in a chunk of its own, since it includes the schemas of all tools. */
export function createEditorModuleSource(load: () => Promise<EditorModule>): EditorModuleSource {
  const listeners = new Set<() => void>();
  let part: EditorModule | null = null;
  let isRequested = false;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => part,
    load() {
      if (isRequested) return;
      isRequested = true;
      load().then(
        (loaded) => {
          part = loaded;
          for (const listener of listeners) listener();
        },
        (error: unknown) => {
          isRequested = false;
          console.error('Steward can’t offer to edit calls: the editor could not be loaded.', error);
        },
      );
    },
  };
}

/** The panel's instance. */
export const editorModule = createEditorModuleSource(async () => {
  await import('@/src/core/configure-zod');
  return import('./call-editor');
});

/** The module; null until it is loaded. */
export function useEditorModule(): EditorModule | null {
  return useSyncExternalStore(editorModule.subscribe, editorModule.get);
}
