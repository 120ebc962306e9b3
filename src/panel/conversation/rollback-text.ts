import { formatTime } from '@/src/panel/kit/text/format-time';
import type { RollbackMessage } from '@/src/schema/message';
import { type Said, type SaidText, say } from '@/src/schema/values/said';

/** The row of a rollback, an undo or a restore: what happened, to which state and when, and what follows from it. */
export interface RollbackText {
  title: SaidText;
  /** The state, named by the user's message or the model's call. */
  state: Said;
  time: string;
  /** The numbers of messages that were brought back and set aside; null if there were none. */
  moved: SaidText | null;
  /** The adapter's note on what is saved; empty for none. */
  savedNote: Said;
}

export function rollbackText(message: RollbackMessage): RollbackText {
  const { kind, description, createdAtMs, discardedMessages: setAside, broughtBack, savedNote } = message;
  return {
    title: say(
      broughtBack === undefined ? `conversation.rollback.title.${kind}` : 'conversation.rollback.redone',
    ),
    state: description,
    time: formatTime(createdAtMs),
    moved: movedText(broughtBack ?? 0, setAside),
    savedNote,
  };
}

function movedText(broughtBack: number, setAside: number): SaidText | null {
  if (broughtBack > 0 && setAside > 0) return say('conversation.rollback.moved', { broughtBack, setAside });
  if (broughtBack > 0) return say('conversation.rollback.broughtBack', { count: broughtBack });
  return setAside > 0 ? say('conversation.rollback.setAside', { count: setAside }) : null;
}
