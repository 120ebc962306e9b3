import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { preloadMenu } from '@/src/panel/kit/menu/menu-button';
import { loadsOfLateParts } from './lazy-parts';

/** The sheet that is open, if any. Its code is a chunk of its own, as that of each sheet. */
export const PanelSheets = lazyComponent(async () => (await import('./panel-sheets')).PanelSheets);

// Loaded beside the start, like the chat that they show: the header and the message field are there without either.
export const Conversation = lazyComponent(
  async () => (await import('@/src/panel/conversation/conversation')).Conversation,
);
export const EmptyState = lazyComponent(async () => (await import('./start/empty-state')).EmptyState);
export const NoChat = lazyComponent(async () => (await import('./start/no-chat')).NoChat);

/** Begins to load the conversation. */
export function preloadConversation(): void {
  for (const part of [Conversation, EmptyState, NoChat]) void part.load();
}

/** Time after which a part is loaded even if the panel is never idle, in milliseconds. */
const LATEST_MS = 5_000;
const waiting = [preloadMenu, PanelSheets.load, ...loadsOfLateParts];

/** Loads each of the other parts in an idle period of its own, so that no key press waits for all of them. */
export function loadWhileIdle(): void {
  const load = waiting.shift();
  if (load === undefined) return;
  requestIdleCallback(
    () => {
      void load();
      loadWhileIdle();
    },
    { timeout: LATEST_MS },
  );
}
