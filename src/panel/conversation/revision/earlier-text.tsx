import { useEffect, useState } from 'react';
import { MAX_MESSAGE_CHARS } from '@/src/core/records/fold-lengths';
import { query } from '@/src/panel/data/stored-data';
import { formatTime } from '@/src/panel/kit/text/format-time';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import type { UserMessage } from '@/src/schema/message';
import { i18n } from '@/src/texts/i18n';

/** The text of a message that an edit replaced, folded, with the texts before it. */
export function EarlierText({ messageId }: { messageId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="meta earlier-text" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{i18n.t('revision.earlier.title')}</summary>
      {isOpen && <Replaced messageId={messageId} />}
    </details>
  );
}

/** Reads the message when it is mounted, which is when the user opens the fold. */
function Replaced({ messageId }: { messageId: string }) {
  const [message, setMessage] = useState<UserMessage | null | 'loading' | 'failed'>('loading');
  useEffect(() => {
    // A message that was set aside never changes.
    query(({ userMessage }) => userMessage(messageId)).then(setMessage, () => setMessage('failed'));
  }, [messageId]);
  if (message === 'loading') return <p>{i18n.t('common.loading')}</p>;
  if (message === 'failed') return <p>{i18n.t('revision.earlier.failed')}</p>;
  if (message === null) return <p>{i18n.t('revision.earlier.gone')}</p>;
  return (
    <>
      <FoldedText text={message.content} maxChars={MAX_MESSAGE_CHARS} />
      <time dateTime={new Date(message.createdAtMs).toISOString()}>{formatTime(message.createdAtMs)}</time>
      {message.editOf !== undefined && <Replaced messageId={message.editOf} />}
    </>
  );
}
