import { UnsentTextCard } from '@/src/panel/composer/parts';
import { LostChangesCard } from '@/src/panel/conversation/parts';
import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import { ContextMeter, ContextNotice } from '@/src/panel/settings/parts';

/** The open sheet, if any. Each sheet's code is again a chunk of its own. */
export const PanelSheets = lazyComponent(async () => (await import('./panel-sheets')).PanelSheets);
export const Banners = lazyComponent(async () => (await import('./banners/banners')).Banners);
export const FirstConnection = lazyComponent(
  async () => (await import('./start/first-connection')).FirstConnection,
);

// Loaded during the panel's first rendering, like the chat that they show: the header and the message field are shown before both.
export const Conversation = lazyComponent(
  async () => (await import('@/src/panel/conversation/conversation')).Conversation,
);
export const EmptyState = lazyComponent(async () => (await import('./start/empty-state')).EmptyState);
export const RecipeList = lazyComponent(
  async () => (await import('@/src/panel/data/saved-prompts/recipe-list')).RecipeList,
);
export const NoChat = lazyComponent(async () => (await import('./start/no-chat')).NoChat);

/**
 * Starts to load the parts that the middle of the panel shows first. Call it once the database is open: compiling them would delay the
 * first query.
 */
export function preloadConversation(): void {
  void markdownRenderer.load();
  const others = [UnsentTextCard, LostChangesCard, ContextMeter, ContextNotice];
  for (const part of [Conversation, EmptyState, NoChat, ...others]) void part.load();
}
