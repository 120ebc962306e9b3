/** Places of a panel that is not a side panel: a window of its own, or a tab. */
export const DETACHED_PLACES = ['window', 'tab'] as const;

export type DetachedPlace = (typeof DETACHED_PLACES)[number];

/** A panel in a window or tab of its own. Its address names the chat, so that it stays with it after a reload. */
export interface DetachedPanel {
  chatId: string;
  place: DetachedPlace;
}

/** The query of a detached panel's address, with the question mark. */
export function detachedSearch({ chatId, place }: DetachedPanel): string {
  return `?${new URLSearchParams({ place, chat: chatId })}`;
}

/** Reads the query of a panel's address; null for a side panel, and if the query is not one of a detached panel. */
export function readDetached(search: string): DetachedPanel | null {
  const parameters = new URLSearchParams(search);
  const chatId = parameters.get('chat');
  const place = DETACHED_PLACES.find((one) => one === parameters.get('place'));
  return chatId === null || chatId === '' || place === undefined ? null : { chatId, place };
}
