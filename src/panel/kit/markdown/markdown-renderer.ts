import { lazyPart } from '../lazy/lazy-part';

/**
 * Component that renders a text as Markdown, loaded on demand. `isStreaming` is true while the text is growing. If the
 * component can't be loaded, texts stay plain.
 */
export const markdownRenderer = lazyPart(async () => (await import('./markdown-document')).MarkdownDocument);
