import { useState } from 'react';
import { policyOf } from '@/src/core/policy/policy-settings';
import type { Chat, PolicySettings } from '@/src/core/records/chat';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';

/** A chat's policy and a function to change it. A choice is shown at once, until it is stored or rejected. */
export function usePolicy(
  chat: Pick<Chat, 'id' | 'settings'>,
  perform: Perform,
): { policy: PolicySettings; change(next: PolicySettings): void } {
  const stored = policyOf(chat.settings);
  const storedText = JSON.stringify(stored);
  const [chosen, setChosen] = useState<{ insteadOf: string; policy: PolicySettings } | null>(null);
  // The choice is stored now, or was replaced by a newer one from another window or an approval.
  if (chosen !== null && chosen.insteadOf !== storedText) setChosen(null);
  return {
    policy: chosen?.insteadOf === storedText ? chosen.policy : stored,
    change(policy) {
      setChosen({ insteadOf: storedText, policy });
      void perform(() => sendCommand({ type: 'set-policy', chatId: chat.id, ...policy })).then((isTaken) => {
        if (!isTaken) setChosen(null);
      });
    },
  };
}
