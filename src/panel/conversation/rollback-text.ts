import { formatTime } from '@/src/panel/kit/text/format-time';
import type { RollbackMessage } from '@/src/schema/message';
import type { TextKey } from '@/src/schema/values/said';
import { i18n } from '@/src/texts/i18n';
import type { OwnText } from '@/src/texts/own-text';

const TITLES: Readonly<Record<RollbackMessage['kind'], TextKey>> = {
  rollback: 'conversation.rollback.rolledBack',
  edit: 'conversation.rollback.edited',
  retry: 'conversation.rollback.retried',
  undo: 'conversation.rollback.undone',
  'restore-unsaved': 'conversation.rollback.restoredUnsaved',
  'restore-saved': 'conversation.rollback.restoredSaved',
};

/** The row of a rollback, an undo or a restore: what happened, to which state and when, and what follows from it. */
export interface RollbackText {
  title: OwnText;
  /** The state, named by the user's message or the model's call. */
  state: string;
  time: string;
  /** Sentences with the number of messages that were brought back and set aside; empty if there were none. */
  moved: OwnText[];
  /** The adapter's note on what is saved; empty for none. */
  savedNote: string;
}

export function rollbackText(message: RollbackMessage): RollbackText {
  const { kind, description, createdAtMs, discardedMessages, broughtBack, savedNote } = message;
  return {
    title: i18n.t(broughtBack === undefined ? TITLES[kind] : 'conversation.rollback.redone'),
    state: description,
    time: formatTime(createdAtMs),
    moved: [
      ...(broughtBack !== undefined && broughtBack > 0
        ? [i18n.t('conversation.rollback.broughtBack', { count: broughtBack })]
        : []),
      ...(discardedMessages > 0
        ? [i18n.t('conversation.rollback.setAside', { count: discardedMessages })]
        : []),
    ],
    savedNote,
  };
}
