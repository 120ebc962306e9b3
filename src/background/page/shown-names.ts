import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { notInSight } from '@/src/core/adapter/shown-name';
import type { PageReading } from '@/src/core/ports/page-port';
import { boundPage } from '@/src/core/records/record-access';
import type { PageRequest } from '@/src/messages/page';
import type { Chat } from '@/src/schema/chat';

/** Finds on a chat's page the things that the chat names. */
export interface ShownNames {
  /** The names among these that the chat's page can show, according to its last reading. Doesn't read the page. */
  namesInSight(chat: Chat, names: readonly string[]): Promise<string[]>;
  /**
   * Makes the chat's page scroll to the thing of this name and mark it. Rejects with `not-found` if the page can't show it. Changes
   * nothing, so it needs no token, lock or approval.
   */
  show(chat: Chat, name: string): Promise<void>;
}

export function createShownNames(deps: {
  adapters: AdapterPort;
  /** The last reading of the chat's page; null if it wasn't read. */
  lastReading(chat: Chat): Promise<PageReading | null>;
  readPage(chat: Chat): Promise<PageReading>;
  /** Sends the request to the document that shows the chat's page; rejects if it shows another one. */
  request(chat: Chat, request: Extract<PageRequest, { type: 'show' }>): Promise<boolean>;
}): ShownNames {
  /** The text by which the page shows a name; null if it shows none. */
  function textFor(chat: Chat, { context }: PageReading, name: string): string | null {
    const definition = deps.adapters.definitionOf(boundPage(chat).adapterId);
    // An adapter without this function can't show names.
    return definition.shownBy?.(context, name) ?? null;
  }

  return {
    async namesInSight(chat, names) {
      const last = await deps.lastReading(chat);
      return last === null ? [] : names.filter((name) => textFor(chat, last, name) !== null);
    },

    async show(chat, name) {
      // A restarted worker has read nothing.
      const last = (await deps.lastReading(chat)) ?? (await deps.readPage(chat));
      const text = textFor(chat, last, name);
      if (text === null) throw notInSight();
      const { adapterId } = boundPage(chat);
      if (!(await deps.request(chat, { type: 'show', adapterId, text }))) throw notInSight();
    },
  };
}
