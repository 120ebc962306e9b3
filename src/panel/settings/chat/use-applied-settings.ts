import { useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import type { Chat } from '@/src/schema/chat';
import type { ValuesOf } from '@/src/schema/values/setting-row';
import type { CHAT_SETTINGS } from '@/src/schema/values/settings';

/**
 * Time in which a stored change is read, in milliseconds; a round of queries takes less than half of it. Readings until then may still
 * be those of an earlier change. Their values don't show that: two quick changes of a switch end where they began.
 */
const READ_WITHIN_MS = 1_000;

/** The settings of a chat, and a function that changes some of them; see {@link useAppliedSettings}. */
export function useChatSettings(chat: Pick<Chat, 'id' | 'settings'>) {
  return useAppliedSettings<ValuesOf<typeof CHAT_SETTINGS>>(chat.settings, (patch) =>
    sendCommand({ type: 'set-settings', chatId: chat.id, patch }),
  );
}

/**
 * A group of settings, and a function that changes some of them. A choice is shown at once, until it is rejected, or stored and
 * read ({@link READ_WITHIN_MS}). Each setting is tracked by itself: others may change while a choice is being stored, and its end
 * must not revert them.
 *
 * @param stored the stored group; it may be a new object for each rendering
 * @param store sends the changed settings to the background
 */
export function useAppliedSettings<Settings extends object>(
  stored: Settings,
  store: (changed: Partial<Settings>) => Promise<unknown>,
): { shown: Settings; change(changed: Partial<Settings>): void } {
  const { perform } = useCommands();
  /** The changes that are shown, each in an object of its own; a later one of the same setting counts. */
  const [changes, setChanges] = useState<readonly Partial<Settings>[]>([]);
  return {
    shown: Object.assign({}, stored, ...changes),
    change(changed) {
      const own = { ...changed };
      setChanges((current) => [...current, own]);
      const end = () => setChanges((current) => current.filter((change) => change !== own));
      void perform(() => store(own)).then((isTaken) => {
        if (isTaken) setTimeout(end, READ_WITHIN_MS);
        else end();
      });
    },
  };
}
