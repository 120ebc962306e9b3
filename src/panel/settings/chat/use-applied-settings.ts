import { useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import type { Chat } from '@/src/schema/chat';
import type { ValuesOf } from '@/src/schema/values/setting-row';
import type { CHAT_SETTINGS } from '@/src/schema/values/settings';

/** A change of one setting. */
interface Change<Value> {
  value: Value;
  /** The stored value as it was read last when the change was made, as text. */
  insteadOf: string;
  /** Tells this write from others of the same setting. */
  write: symbol;
  /** True once it is stored; what is stored may still have to be read. */
  isStored: boolean;
}

type Changes<Settings> = { [Name in keyof Settings]?: Change<Settings[Name]> };

/** The settings of a chat, and a function to change some of them, as {@link useAppliedSettings} does. */
export function useChatSettings(chat: Pick<Chat, 'id' | 'settings'>) {
  return useAppliedSettings<ValuesOf<typeof CHAT_SETTINGS>>(chat.settings, (patch) =>
    sendCommand({ type: 'set-settings', chatId: chat.id, patch }),
  );
}

/**
 * A group of settings, and a function to change some of them. A choice is shown at once, until it is stored or rejected. Each
 * setting by itself: others may be changed while a choice is being stored, and its end must not take them back.
 *
 * @param stored the stored group; it may be a new object for each rendering
 * @param store sends the changed settings to the background
 */
export function useAppliedSettings<Settings extends object>(
  stored: Settings,
  store: (changed: Partial<Settings>) => Promise<unknown>,
): { shown: Settings; change(changes: Partial<Settings>): void } {
  const { perform } = useCommands();
  const [changes, setChanges] = useState<Changes<Settings>>({});
  const shown = { ...stored };
  const pending: Changes<Settings> = {};
  for (const name of namesOf(changes)) {
    const change = changes[name];
    if (change === undefined || isRead(change, stored[name])) continue;
    pending[name] = change;
    shown[name] = change.value;
  }
  // Forgotten at once: another window may bring the earlier value back.
  if (namesOf(pending).length < namesOf(changes).length) setChanges(pending);
  return {
    shown,
    change(changed) {
      const write = Symbol('write');
      const begun: Changes<Settings> = {};
      for (const name of namesOf(changed)) {
        const insteadOf = JSON.stringify(stored[name]);
        begun[name] = { value: changed[name] as Settings[typeof name], insteadOf, write, isStored: false };
      }
      setChanges((current) => ({ ...current, ...begun }));
      void perform(() => store(changed)).then((isTaken) =>
        setChanges((current) => afterWrite(current, write, isTaken)),
      );
    },
  };
}

/** True if the change is what was read, or was replaced by a newer one from another window. */
function isRead({ isStored, insteadOf, value }: Change<unknown>, stored: unknown): boolean {
  const storedText = JSON.stringify(stored);
  return isStored && (storedText !== insteadOf || storedText === JSON.stringify(value));
}

/** The changes after the end of a write: its own are stored, or else dropped. */
function afterWrite<Settings>(
  changes: Changes<Settings>,
  write: symbol,
  isTaken: boolean,
): Changes<Settings> {
  const kept: Changes<Settings> = {};
  for (const name of namesOf(changes)) {
    const change = changes[name];
    if (change?.write !== write) kept[name] = change;
    else if (isTaken) kept[name] = { ...change, isStored: true };
  }
  return kept;
}

function namesOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[];
}
