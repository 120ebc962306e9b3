import { useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import type { Chat } from '@/src/schema/chat';
import type { ValuesOf } from '@/src/schema/values/setting-row';
import type { CHAT_SETTINGS } from '@/src/schema/values/settings';

/**
 * Time in milliseconds within which a stored change surely has been read; a round of queries takes less than half of it. Until then,
 * `stored` may still have an earlier value, and comparing values wouldn't show that: after two quick changes of a switch, the earlier value
 * equals the latest.
 */
const READ_WITHIN_MS = 1_000;

/** A chat's settings with a function that changes them; see {@link useAppliedSettings}. */
export function useChatSettings(chat: Pick<Chat, 'id' | 'settings'>) {
  return useAppliedSettings<ValuesOf<typeof CHAT_SETTINGS>>(chat.settings, (patch) =>
    sendCommand({ type: 'set-settings', chatId: chat.id, patch }),
  );
}

/**
 * A group of settings with a function that changes some of them. A choice is shown at once, until it is rejected or was stored and read
 * ({@link READ_WITHIN_MS}). Each choice is tracked separately: if one ends, the choices of other settings that are still being stored must
 * stay.
 *
 * @param stored the stored group; it may be a new object for each rendering
 * @param store sends the changed settings to the background
 */
export function useAppliedSettings<Settings extends object>(
  stored: Settings,
  store: (changed: Partial<Settings>) => Promise<unknown>,
): { shown: Settings; change(changed: Partial<Settings>): void } {
  const { perform } = useCommands();
  /** The changes that are shown, each an object of its own. The latest change of a setting applies. */
  const [changes, setChanges] = useState<readonly Partial<Settings>[]>([]);
  return {
    shown: Object.assign({}, stored, ...changes),
    change(changed) {
      const copy = { ...changed };
      setChanges((current) => [...current, copy]);
      const end = () => setChanges((current) => current.filter((change) => change !== copy));
      void perform(() => store(copy)).then((isTaken) => {
        if (isTaken) setTimeout(end, READ_WITHIN_MS);
        else end();
      });
    },
  };
}
