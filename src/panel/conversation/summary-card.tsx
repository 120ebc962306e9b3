import { Pin } from 'lucide-react';
import { useState } from 'react';
import { assertNever } from '@/src/core/assert-never';
import type { SummaryMessage } from '@/src/core/records/message';
import { MAX_SUMMARY_LENGTH } from '@/src/messages/channels';
import { MarkdownText } from '../markdown/markdown-text';
import { count } from '../text/count';
import './side-rows.css';

/** The user's decisions on a summary. An error is shown by the panel. */
export interface SummaryActions {
  onEdit(summaryId: string, text: string): void;
  onAccept(summaryId: string, text: string): void;
  onDiscard(summaryId: string): void;
  onRemove(summaryId: string): void;
}

interface SummaryCardProps {
  message: SummaryMessage;
  /** Null where nothing can be decided. */
  actions: SummaryActions | null;
}

/** A summary of the conversation above it: a draft to read and correct, then the boundary of what is sent. */
export function SummaryCard({ message, actions }: SummaryCardProps) {
  return (
    <section className="card summary-card" data-state={message.state} aria-label="Conversation summary">
      <p className="summary-title">
        <Pin className="icon" aria-hidden="true" />
        Conversation Summary (Checkpoint)
      </p>
      <p className="secondary">{stateText(message.state)}</p>
      {message.leftOut !== undefined && (
        <p className="secondary">
          It does not cover {count(message.leftOut, 'message')} that did not fit into the request.
        </p>
      )}
      {message.state === 'draft' && actions !== null ? (
        <Draft message={message} actions={actions} />
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

function Draft({ message, actions }: { message: SummaryMessage; actions: SummaryActions }) {
  const [text, setText] = useState(message.content);
  const isEmpty = text.trim() === '';
  const keep = () => {
    if (!isEmpty && text !== message.content) actions.onEdit(message.id, text);
  };
  return (
    <>
      <textarea
        aria-label="Summary"
        className="summary-text"
        value={text}
        maxLength={MAX_SUMMARY_LENGTH}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
      />
      <div className="button-row">
        <button
          type="button"
          className="primary"
          disabled={isEmpty}
          onClick={() => actions.onAccept(message.id, text)}
        >
          Use summary
        </button>
        <button type="button" onClick={() => actions.onDiscard(message.id)}>
          Discard
        </button>
      </div>
    </>
  );
}

function stateText(state: SummaryMessage['state']): string {
  switch (state) {
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
