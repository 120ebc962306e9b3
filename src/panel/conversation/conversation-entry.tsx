import { memo } from 'react';
import { assertNever } from '@/src/core/assert-never';
import { EntryBoundary } from '@/src/panel/data/entry-boundary';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { formatTime } from '@/src/panel/kit/text/format-time';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { i18n } from '@/src/texts/i18n';
import { AccountingRow } from './accounting-row';
import type { AroundEntry } from './checkpoints/conversation-checkpoints';
import { SavedOfferView } from './parts';
import { QuestionCard } from './question-card';
import type { RenderEvent } from './render-event';
import { ReportedChanges } from './reported-changes';
import { RollbackRow } from './rollback-row';
import { SideRequestRow, TitleRow } from './side-rows';
import { SummaryCard } from './summary-card';
import { SystemPromptRow } from './system-prompt-row';
import { ThinkingBlock } from './thinking-block';
import { ToolCard } from './tool-card';
import type { ToolCardModel } from './tool-card-model';
import { ToolGroup } from './tool-group';
import type { SummaryActions } from './use-summaries';
import { UserMessageRow } from './user-message';

/** UTF-16 units of an entry's plain text, and of a note, before the rest is folded. */
const MAX_PLAIN_ENTRY_CHARS = 4_000;
const MAX_NOTE_CHARS = 4_000;

export interface EntryActions {
  /** Answers the assistant's question; resolves to true if the answer was accepted. */
  onAnswer(text: string): Promise<boolean>;
  onSummary: SummaryActions;
}

export interface ConversationEntryProps {
  item: RenderEvent;
  actions: EntryActions;
  /** True for the row of the newest rollback past a save, which shows actions for the saved state. */
  hasSavedOffer: boolean;
  /** Parts that belong to checkpoints at this entry; undefined if there are none. */
  around: AroundEntry | undefined;
}

/**
 * One item of the conversation. An item that fails to render is shown as plain text. Memoized: the buttons below all items change when
 * a run begins or ends.
 */
export const ConversationEntry = memo(function ConversationEntry(props: ConversationEntryProps) {
  const { item, around } = props;
  return (
    <>
      {around?.before}
      <EntryBoundary place="entry" subject={subjectOf(item)} fallback={<PlainEntry item={item} />}>
        <Entry {...props} />
      </EntryBoundary>
      {around?.after}
    </>
  );
});

/** Value whose change renders a failed entry again. An answer's value changes when streaming ends, not with each addition. */
function subjectOf(item: RenderEvent): unknown {
  return item.kind === 'answer' ? item.isStreaming : item.kind;
}

function PlainEntry({ item }: { item: RenderEvent }) {
  return (
    <div className="plain-entry">
      <p className="meta">{i18n.t('conversation.plainEntry')}</p>
      <FoldedText text={itemText(item)} maxChars={MAX_PLAIN_ENTRY_CHARS} isSpelledOut={true} />
    </div>
  );
}

function Entry({ item, actions, hasSavedOffer }: ConversationEntryProps) {
  switch (item.kind) {
    case 'user':
      return (
        <UserMessageRow
          text={item.text}
          createdAtMs={item.createdAtMs}
          changes={item.changes}
          images={item.images}
          parts={item.parts}
        />
      );
    case 'thinking':
      return <ThinkingBlock text={item.text} isStreaming={item.isStreaming} durationMs={item.durationMs} />;
    case 'answer':
      return (
        <div title={item.createdAtMs === null ? undefined : formatTime(item.createdAtMs)}>
          <MarkdownText text={item.text} isStreaming={item.isStreaming} />
        </div>
      );
    case 'partial-answer':
      return (
        <div className="partial-answer">
          <MarkdownText text={item.text} isStreaming={false} />
          <p className="meta">{i18n.t('conversation.failed.brokeOff')}</p>
        </div>
      );
    case 'tool':
      return <ToolCard card={item.card} />;
    case 'tool-group':
      return <ToolGroup calls={item.calls} isFolded={item.isFolded} />;
    case 'question':
      return <QuestionCard question={item.question} onAnswer={actions.onAnswer} />;
    case 'note':
      return (
        <div className="note secondary">
          <FoldedText text={item.text} maxChars={MAX_NOTE_CHARS} isSpelledOut={true} />
          <ReportedChanges changes={item.changes ?? []} />
        </div>
      );
    case 'rollback':
      return <RollbackRow message={item.message}>{hasSavedOffer && <SavedOfferView />}</RollbackRow>;
    case 'accounting':
      return <AccountingRow message={item.message} />;
    case 'system-prompt':
      return <SystemPromptRow chatId={item.chatId} runId={item.runId} />;
    case 'side-request':
      return <SideRequestRow asksFor={item.asksFor} text={item.text} />;
    case 'title':
      return <TitleRow text={item.text} />;
    case 'summary':
      return <SummaryCard message={item.message} actions={actions.onSummary} />;
    default:
      return assertNever(item);
  }
}

/** Plain text of an item, shown if rendering the item failed. */
function itemText(item: RenderEvent): string {
  switch (item.kind) {
    case 'user':
    case 'thinking':
    case 'answer':
    case 'partial-answer':
    case 'note':
    case 'side-request':
    case 'title':
      return item.text;
    case 'tool':
      return cardText(item.card);
    case 'tool-group':
      return item.calls.map(({ card }) => cardText(card)).join('\n');
    case 'question':
      return [item.question.text, ...item.question.choices].join('\n');
    case 'rollback':
      return item.message.description;
    case 'system-prompt':
      return i18n.t('conversation.systemPrompt.title');
    case 'summary':
      return item.message.content;
    case 'accounting':
      return item.message.reason;
    default:
      return assertNever(item);
  }
}

const cardText = ({ label, message }: ToolCardModel) => [label, message ?? ''].join('\n').trim();
