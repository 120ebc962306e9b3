import { lazyPart } from '@/src/panel/kit/lazy/lazy-part';

/** The call editor with the schemas of all tools, loaded on demand. If it can't be loaded, calls can't be edited. */
export const editorModule = lazyPart(async () => {
  await import('@/src/core/configure-zod');
  return import('./call-editor');
});
