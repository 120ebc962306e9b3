import { conversation, type Message } from '../chat/message';
import type { Checkpoint } from './checkpoint';

/** What leaves the conversation and what comes back. */
export interface Cut {
  setAside: Message[];
  bringBack: Message[];
  draft: string | null;
}

/** Settles which messages a rollback moves (design: the conversation as it was just before the response). */
export function planCut(messages: readonly Message[], checkpoint: Checkpoint): Cut {
  const current = conversation(messages);
  if (checkpoint.conversation !== null) {
    const wanted = new Set(checkpoint.conversation);
    return {
      setAside: current.filter((message) => !wanted.has(message.id)),
      bringBack: messages.filter((message) => wanted.has(message.id) && message.discardedBy !== null),
      draft: null,
    };
  }
  const earlierInRun = current.some(
    (message) =>
      message.runId === checkpoint.runId &&
      message.role === 'assistant' &&
      message.position < checkpoint.position,
  );
  const asked = current.find((message) => message.role === 'user' && message.runId === checkpoint.runId);
  const first = checkpoint.runId !== null && !earlierInRun ? asked : undefined;
  const from = first?.position ?? checkpoint.position;
  return {
    setAside: current.filter((message) => message.position >= from),
    bringBack: [],
    draft: first?.role === 'user' ? first.content : null,
  };
}

/** Whether a message is one that the person counts: said by them or by the assistant. */
export function isSpoken(message: Message): boolean {
  return message.role === 'user' || message.role === 'assistant';
}
