import { useState } from 'react';
import type { StewardError } from '@/src/core/errors';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { pageElsewhereError } from '@/src/panel/header/is-page-elsewhere';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusMessageField } from '@/src/panel/kit/focus';

/** Blocks sending while the chat's page may be in another window. */
export interface SendGate {
  /** True if the chat's page may be in another window, and the user hasn't confirmed to work there. */
  isElsewhere: boolean;
  confirm(): void;
  /** The error that explains why nothing can be sent now; null if sending is possible. */
  problem(): StewardError | null;
}

export function useSendGate(): SendGate {
  const shown = useShownChat();
  const { chatId } = shown;
  const { dismiss } = useCommands();
  const [confirmedId, setConfirmedId] = useState<string | null>(null);
  const isElsewhere = confirmedId !== chatId && shown.isElsewhere;
  return {
    isElsewhere,
    confirm() {
      setConfirmedId(chatId);
      dismiss();
      focusMessageField();
    },
    problem: () => (isElsewhere ? pageElsewhereError() : null),
  };
}
