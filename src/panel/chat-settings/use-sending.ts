import { useState } from 'react';
import type { Chat } from '@/src/core/records/chat';
import { type SendingSettings, sendingOf } from '@/src/core/records/sending-settings';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';

/** The settings for what a chat's requests contain, and a function to change them. A choice is shown at once, until it is stored or rejected. */
export function useSending(
  chat: Pick<Chat, 'id' | 'settings'>,
  perform: Perform,
): { sending: SendingSettings; change(changes: Partial<SendingSettings>): void } {
  const stored = sendingOf(chat.settings);
  const storedText = JSON.stringify(stored);
  const [chosen, setChosen] = useState<{ insteadOf: string; sending: SendingSettings } | null>(null);
  // The choice is stored now, or was replaced by a newer one from another window.
  if (chosen !== null && chosen.insteadOf !== storedText) setChosen(null);
  const sending = chosen?.insteadOf === storedText ? chosen.sending : stored;
  return {
    sending,
    change(changes) {
      const next = { ...sending, ...changes };
      setChosen({ insteadOf: storedText, sending: next });
      void perform(() => sendCommand({ type: 'set-sending', chatId: chat.id, ...next })).then((isTaken) => {
        if (!isTaken) setChosen(null);
      });
    },
  };
}
