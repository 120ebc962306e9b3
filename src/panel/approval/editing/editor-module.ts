import { lazyPart } from '@/src/panel/kit/lazy/lazy-part';

/** The call editor with the schemas of all tools. Loaded on demand. If loading fails, calls can't be edited. */
export const editorModule = lazyPart(async () => {
  // Must be imported before any module that creates a schema.
  await import('@/src/core/configure-zod');
  return import('./call-editor');
});
