import type { UnsentMessage } from '@/src/schema/chat';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { Message } from '@/src/schema/message';
import { conversation, imagesOf } from '../records/message';
import { isReplaceable } from './is-replaceable';

/** The messages that a rollback moves out of the conversation and back into it. */
export interface ConversationCut {
  setAside: Message[];
  bringBack: Message[];
  /** The user's messages that are set aside, for the composer; null if there is none. */
  givenBack: UnsentMessage | null;
}

/**
 * Determines the messages that a rollback moves. It restores the conversation right before the checkpoint's response, or,
 * for a safety checkpoint, exactly the stored conversation.
 */
export function conversationCut(messages: readonly Message[], checkpoint: CheckpointEntry): ConversationCut {
  const current = conversation(messages);
  if (checkpoint.conversation !== null) {
    const wanted = new Set(checkpoint.conversation);
    return {
      setAside: current.filter((message) => !wanted.has(message.id)),
      bringBack: messages.filter((message) => wanted.has(message.id) && message.discardedBy !== null),
      givenBack: null,
    };
  }
  const opening = openingMessages(current, checkpoint);
  const from = opening[0]?.position ?? checkpoint.position;
  const own = opening.filter(isReplaceable);
  const texts = own.flatMap((message) => (message.role === 'user' ? [message.content] : []));
  const images = own.flatMap(imagesOf);
  return {
    setAside: current.filter((message) => message.position >= from),
    bringBack: [],
    givenBack:
      texts.length === 0 ? null : { text: texts.join('\n\n'), ...(images.length === 0 ? {} : { images }) },
  };
}

/** The run's messages before the checkpoint's response if that is the run's first; else none, since the run keeps earlier responses. */
function openingMessages(current: readonly Message[], { runId, position }: CheckpointEntry): Message[] {
  if (runId === null) return [];
  const earlier = current.filter((message) => message.runId === runId && message.position < position);
  return earlier.some((message) => message.role === 'assistant') ? [] : earlier;
}

/** True for messages of the user and the assistant: only these are counted in the numbers of messages that the panel shows. */
export function isSpoken(message: Message): boolean {
  return message.role === 'user' || message.role === 'assistant';
}
