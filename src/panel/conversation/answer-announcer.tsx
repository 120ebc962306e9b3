import { useState } from 'react';
import type { Message } from '@/src/core/records/message';
import { cutText } from '../text/cut-text';
import { readBuiltInCall } from './built-in-call';

/** Announces finished answers and questions to screen readers. Streaming text would be announced without end. */
export function AnswerAnnouncer({ messages }: { messages: readonly Message[] }) {
  const newest = messages.findLast((message) => spokenText(message) !== '');
  // Messages from before the panel was opened aren't announced.
  const [firstId] = useState(newest?.id);
  const isNew = newest !== undefined && newest.id !== firstId;
  return (
    <div className="visually-hidden" aria-live="polite">
      {isNew ? announced(spokenText(newest)) : ''}
    </div>
  );
}

/** UTF-16 units that are announced. */
const MAX_ANNOUNCED_CHARS = 2_000;

function announced(text: string): string {
  if (text.length <= MAX_ANNOUNCED_CHARS) return text;
  return `${cutText(text, MAX_ANNOUNCED_CHARS, Number.POSITIVE_INFINITY)} … The full answer is in the conversation.`;
}

function spokenText(message: Message): string {
  if (message.role !== 'assistant') return '';
  const words = message.toolCalls.map(({ name, argumentsText }) => {
    const call = readBuiltInCall(name, argumentsText);
    if (call?.name === 'ask_user') return [call.question, ...call.choices].join('\n');
    return call?.name === 'finish_task' ? call.summary : '';
  });
  return [message.content, ...words].filter((text) => text !== '').join('\n');
}
