import { lazyComponent } from '../lazy/lazy-component';

// Loaded beside the start, like the chat that they show: the header and the message field are there without either.

export const Conversation = lazyComponent(async () => (await import('./conversation')).Conversation);
export const EmptyState = lazyComponent(async () => (await import('./empty-state')).EmptyState);
export const NoChat = lazyComponent(async () => (await import('./no-chat')).NoChat);

/** Begins to load them. */
export function preloadConversation(): void {
  for (const part of [Conversation, EmptyState, NoChat]) void part.preload();
}
