import { Pin } from 'lucide-react';
import { assertNever } from '@/src/core/assert-never';
import type { SummaryMessage } from '@/src/core/records/message';
import { MarkdownText } from '../markdown/markdown-text';
import { count } from '../text/count';
import type { WritingSummary } from './render-event';
import type { SummaryActions } from './summary-actions';
import { SummaryDraft } from './summary-draft';
import './side-rows.css';

interface SummaryCardProps {
  message: SummaryMessage | WritingSummary;
  /** Null where nothing can be decided. */
  actions: SummaryActions | null;
}

/** A summary of the conversation above it: while the model writes it, as a draft to read and correct, then the boundary of what is sent. */
export function SummaryCard({ message, actions }: SummaryCardProps) {
  return (
    <section className="card summary-card" data-state={message.state} aria-label="Conversation summary">
      <p className="summary-title">
        <Pin className="icon" aria-hidden="true" />
        Conversation Summary (Checkpoint)
      </p>
      <p className="secondary" role="status">
        {stateText(message.state)}
      </p>
      {message.state !== 'writing' && message.leftOut !== undefined && (
        <p className="secondary">
          It does not cover {count(message.leftOut, 'message')} that did not fit into the request.
        </p>
      )}
      {(message.state === 'draft' || message.state === 'writing') && actions !== null ? (
        <SummaryDraft
          id={message.id}
          content={message.content}
          isWriting={message.state === 'writing'}
          actions={actions}
        />
      ) : (
        <MarkdownText text={message.content} />
      )}
      {message.state === 'boundary' && actions !== null && (
        <div className="button-row">
          <button type="button" onClick={() => actions.onRemove(message.id)}>
            Remove summary
          </button>
        </div>
      )}
    </section>
  );
}

function stateText(state: (SummaryMessage | WritingSummary)['state']): string {
  switch (state) {
    case 'writing':
      return 'The model is writing a summary…';
    case 'draft':
      return 'Read it and correct what is wrong. Once you use it, requests contain it in place of the messages above.';
    case 'boundary':
      return 'Requests contain this in place of the messages above, which stay here.';
    case 'removed':
      return 'Removed: requests contain the messages above again.';
    default:
      return assertNever(state);
  }
}
