import { Pin } from 'lucide-react';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { TextButton } from '@/src/panel/kit/text-button';
import type { SummaryMessage } from '@/src/schema/message';
import { t } from '@/src/texts/i18n';
import type { WritingSummary } from './render-event';
import { SummaryDraft } from './summary-draft';
import { useOneDecision } from './use-one-decision';
import { useSummaryChange } from './use-summaries';
import './side-rows.css';

/**
 * A summary of the conversation above it, in one of its states: being written by the model, a draft that the user can correct, the accepted
 * boundary of what is sent, or removed.
 */
export function SummaryCard({ message }: { message: SummaryMessage | WritingSummary }) {
  return (
    <section
      className="card summary-card"
      data-state={message.state}
      aria-label={t('conversation.summary.title')}
    >
      <p className="summary-title">
        <Pin className="icon" />
        {t('conversation.summary.title')}
      </p>
      <p className="secondary" role="status">
        {t(`conversation.summary.state.${message.state}`)}
      </p>
      {message.state !== 'writing' && message.leftOut !== undefined && (
        <p className="secondary">{t('conversation.summary.leftOut', { count: message.leftOut })}</p>
      )}
      {message.state === 'draft' || message.state === 'writing' ? (
        <SummaryDraft id={message.id} content={message.content} isWriting={message.state === 'writing'} />
      ) : (
        <MarkdownText text={message.content} />
      )}
      {message.state === 'boundary' && <RemoveSummary id={message.id} />}
    </section>
  );
}

function RemoveSummary({ id }: { id: string }) {
  const change = useSummaryChange(id);
  const { decide } = useOneDecision();
  return (
    <div ref={passesFocusOn} className="button-row">
      <TextButton
        text="conversation.summary.remove"
        onClick={() => decide(() => change({ kind: 'remove' }))}
      />
    </div>
  );
}
