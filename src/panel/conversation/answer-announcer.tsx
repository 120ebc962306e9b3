import { memo, useState } from 'react';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { type Utterance, utterances } from './spoken-text';

interface AnswerAnnouncerProps {
  messages: readonly Message[];
  run: Run | null;
}

interface Announced {
  /** The ids of all that was announced, or was there before. */
  known: ReadonlySet<string>;
  newest: readonly { id: string; text: string }[];
}

/**
 * Announces finished answers and questions, results of calls and the end of a run to screen readers. Streaming text would be
 * announced without end.
 */
export const AnswerAnnouncer = memo(function AnswerAnnouncer({ messages, run }: AnswerAnnouncerProps) {
  // Neither are messages that become the newest again after a rollback.
  const [opened] = useState(() => messages.at(-1)?.position ?? -Infinity);
  const all = utterances(
    messages.filter(({ position }) => position > opened),
    run,
  );
  // What is there when the panel opens isn't announced.
  const [announced, setAnnounced] = useState<Announced>(() => ({ known: idsOf(all), newest: [] }));
  const isNew = ({ id }: Utterance) => !announced.known.has(id);
  if (all.some(isNew)) {
    // Before anything is rendered, so that the new text is the first that a screen reader gets.
    const newest = all.filter(isNew).map(({ id, text }) => ({ id, text: text() }));
    setAnnounced({ known: new Set([...announced.known, ...idsOf(newest)]), newest });
  }
  return (
    <div className="visually-hidden" aria-live="polite">
      {announced.newest.map(({ id, text }) => text !== '' && <p key={id}>{text}</p>)}
    </div>
  );
});

const idsOf = (all: readonly { id: string }[]) => new Set(all.map(({ id }) => id));
