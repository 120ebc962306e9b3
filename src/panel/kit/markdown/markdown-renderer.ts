import { lazyPart } from '../lazy/lazy-part';

/** Renders a text; `isStreaming` while it is growing. If it can't be loaded, texts stay plain. */
export const markdownRenderer = lazyPart(async () => (await import('./markdown-document')).MarkdownDocument);
