import type { TabBindings } from '@/src/background/page/tab-bindings';

/** Every chat is bound to this tab, and no tab has a chat. */
export const boundTo = (tabId: number): TabBindings => ({
  tabOf: async () => tabId,
  bind: async () => undefined,
  unbind: async () => undefined,
  chatsOf: async () => [],
});
