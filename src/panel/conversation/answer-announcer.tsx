import { useState } from 'react';
import type { Message } from '@/src/core/chat/message';

/** Tells screen readers of finished answers only; what streams would never stop talking. */
export function AnswerAnnouncer({ messages }: { messages: readonly Message[] }) {
  const newest = messages.findLast((message) => message.role === 'assistant' && message.content !== '');
  // What was there when the panel opened is read when the person goes to it, not announced.
  const [firstId] = useState(newest?.id);
  const isNew = newest?.role === 'assistant' && newest.id !== firstId;
  return (
    <div className="visually-hidden" aria-live="polite">
      {isNew ? newest.content : ''}
    </div>
  );
}
