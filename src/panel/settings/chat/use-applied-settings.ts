import { useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import type { Chat } from '@/src/schema/chat';
import type { ValuesOf } from '@/src/schema/values/setting-row';
import type { CHAT_SETTINGS } from '@/src/schema/values/settings';

/** A change of one setting, until its stored value is read. */
interface AppliedChange<Value> {
  value: Value;
  /** The stored value, as JSON, as it was read last before the change. */
  insteadOf: string;
  /** Distinguishes this write from others of the same setting. */
  write: symbol;
  /** True once the change is stored; the stored value may still have to be read. */
  isStored: boolean;
}

type Changes<Settings> = { [Name in keyof Settings]?: AppliedChange<Settings[Name]> };

/** The settings of a chat, and a function that changes some of them; see {@link useAppliedSettings}. */
export function useChatSettings(chat: Pick<Chat, 'id' | 'settings'>) {
  return useAppliedSettings<ValuesOf<typeof CHAT_SETTINGS>>(chat.settings, (patch) =>
    sendCommand({ type: 'set-settings', chatId: chat.id, patch }),
  );
}

/**
 * A group of settings, and a function that changes some of them. A choice is shown at once, until it is stored or
 * rejected. Each setting is tracked by itself: others may change while a choice is being stored, and its end must not
 * revert them.
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
  // Dropped at once: another window may store the earlier value again.
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

/** True if the changed value was read from storage, or another window stored a newer value. */
function isRead({ isStored, insteadOf, value }: AppliedChange<unknown>, stored: unknown): boolean {
  const storedText = JSON.stringify(stored);
  return isStored && (storedText !== insteadOf || storedText === JSON.stringify(value));
}

/** The changes after the end of a write: its own are marked as stored, or dropped if the write failed. */
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
