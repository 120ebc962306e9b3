import type { Checkpoint } from '../records/checkpoint';
import { conversation, type Message } from '../records/message';

/** What leaves the conversation and what comes back. */
export interface ConversationCut {
  setAside: Message[];
  bringBack: Message[];
  composerText: string | null;
}

/** Settles which messages a rollback moves (design: the conversation as it was just before the response). */
export function conversationCut(messages: readonly Message[], checkpoint: Checkpoint): ConversationCut {
  const current = conversation(messages);
  if (checkpoint.conversation !== null) {
    const wanted = new Set(checkpoint.conversation);
    return {
      setAside: current.filter((message) => !wanted.has(message.id)),
      bringBack: messages.filter((message) => wanted.has(message.id) && message.discardedBy !== null),
      composerText: null,
    };
  }
  const opening = openingOf(current, checkpoint);
  const from = opening[0]?.position ?? checkpoint.position;
  const asked = opening.flatMap((message) => (message.role === 'user' ? [message.content] : []));
  return {
    setAside: current.filter((message) => message.position >= from),
    bringBack: [],
    composerText: asked.length === 0 ? null : asked.join('\n\n'),
  };
}

/** What the checkpoint's response answered, if it was the first of its run; else nothing: the run then keeps what went before. */
function openingOf(current: readonly Message[], { runId, position }: Checkpoint): Message[] {
  if (runId === null) return [];
  const earlier = current.filter((message) => message.runId === runId && message.position < position);
  return earlier.some((message) => message.role === 'assistant') ? [] : earlier;
}

/** Whether a message is one that the user counts: said by them or by the assistant. */
export function isSpoken(message: Message): boolean {
  return message.role === 'user' || message.role === 'assistant';
}
