import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';

/** The open sheet, if any. Its code is a chunk of its own, like that of each sheet. */
export const PanelSheets = lazyComponent(async () => (await import('./panel-sheets')).PanelSheets);
export const Banners = lazyComponent(async () => (await import('./banners/banners')).Banners);
export const FirstConnection = lazyComponent(
  async () => (await import('./start/first-connection')).FirstConnection,
);

// Loaded beside the start, together with the chat that they show: the header and the message field are shown before
// both.
export const Conversation = lazyComponent(
  async () => (await import('@/src/panel/conversation/conversation')).Conversation,
);
export const EmptyState = lazyComponent(async () => (await import('./start/empty-state')).EmptyState);
export const NoChat = lazyComponent(async () => (await import('./start/no-chat')).NoChat);

/** Starts to load the parts that the panel's middle shows first, after the database's code: compiling them would delay the first query. */
export function preloadConversation(): void {
  void markdownRenderer.load();
  for (const part of [Conversation, EmptyState, NoChat]) void part.load();
}
