import { memo, useState } from 'react';
import { useCallLine } from '@/src/panel/data/tool-words';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { type Utterance, utterances } from './spoken-text';

interface AnswerAnnouncerProps {
  messages: readonly Message[];
  run: Run | null;
  /**
   * Execution ids of the failed calls that have no entry in the conversation. Their results aren't announced either.
   */
  attempts: ReadonlySet<string>;
}

interface Announced {
  /** Ids of the utterances that were announced, or existed when the panel opened. */
  announcedIds: ReadonlySet<string>;
  newest: readonly { id: string; text: string }[];
}

/**
 * Announces finished answers and questions, results of calls and the end of a run to screen readers. Streaming text is left out:
 * each addition would be announced.
 */
export const AnswerAnnouncer = memo(function AnswerAnnouncer({
  messages,
  run,
  attempts,
}: AnswerAnnouncerProps) {
  // Position of the newest message when the panel opened. After a rollback, earlier messages may be the newest again; they aren't
  // announced.
  const [opened] = useState(() => messages.at(-1)?.position ?? -Infinity);
  const line = useCallLine();
  const spoken = messages.filter((message) => message.role !== 'tool' || !attempts.has(message.executionId));
  const all = utterances(spoken, opened, run, line);
  // Utterances that exist when the panel opens, such as the end of an earlier run, count as announced.
  const [announced, setAnnounced] = useState<Announced>(() => ({ announcedIds: idsOf(all), newest: [] }));
  const isNew = ({ id }: Utterance) => !announced.announcedIds.has(id);
  if (all.some(isNew)) {
    // Set while rendering, so that the first content that a screen reader gets already has the new text.
    const newest = all.filter(isNew).map(({ id, text }) => ({ id, text: text() }));
    setAnnounced({ announcedIds: new Set([...announced.announcedIds, ...idsOf(newest)]), newest });
  }
  return (
    <div className="visually-hidden" aria-live="polite">
      {announced.newest.map(({ id, text }) => text !== '' && <p key={id}>{text}</p>)}
    </div>
  );
});

const idsOf = (all: readonly { id: string }[]) => new Set(all.map(({ id }) => id));
