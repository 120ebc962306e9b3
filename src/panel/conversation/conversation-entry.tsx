import { ClipboardList, type LucideIcon, MessageSquare, NotebookPen, ScrollText } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, useState } from 'react';
import { assertNever } from '@/src/core/assert-never';
import { EntryBoundary } from '@/src/panel/data/entry-boundary';
import { useQuery } from '@/src/panel/data/stored-data';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { durationOf, formatTime } from '@/src/panel/kit/text/format-time';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { Paragraph, SecondarySaid } from '@/src/panel/kit/text/paragraph';
import { foldable, SaidWords } from '@/src/panel/kit/text/said-words';
import type { RollbackMessage } from '@/src/schema/message';
import { t, wordsOf } from '@/src/texts/i18n';
import { AccountingRow } from './accounting-row';
import type { AroundEntry } from './checkpoints/conversation-checkpoints';
import { SavedOfferView } from './parts';
import { type OnAnswer, QuestionCard } from './question-card';
import type { RenderEvent } from './render-event';
import { ReportedChanges } from './reported-changes';
import { rollbackText } from './rollback-text';
import { SummaryCard } from './summary-card';
import { ToolCard } from './tool-card';
import type { ToolCardModel } from './tool-card-model';
import { ToolGroup } from './tool-group';
import { UserMessageRow } from './user-message';
import './side-rows.css';
import type { TextKey } from '@/src/schema/values/said';
import { sentences } from '@/src/schema/values/said';

/** UTF-16 units of reasoning before the rest is folded. */
const MAX_THINKING_CHARS = 20_000;

/** A model's reasoning: open while it streams, then closed, unless the user chose otherwise. */
const ThinkingBlock = memo(function ThinkingBlock({ text, isStreaming, durationMs }: ThinkingBlockProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? isStreaming;
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    setChoice(!isOpen);
  };
  return (
    <details className="thinking" open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by nature */}
      <summary onClick={toggle}>{thinkingHeading(isStreaming, durationMs)}</summary>
      <FoldedText text={text} maxChars={MAX_THINKING_CHARS} isSpelledOut={false} />
    </details>
  );
});

const SIDE_REQUESTS: Readonly<Record<SideRequestEvent['asksFor'], [LucideIcon, TextKey]>> = {
  title: [NotebookPen, 'conversation.sideRequest.title'],
  summary: [ClipboardList, 'conversation.sideRequest.summary'],
  'next-answer': [MessageSquare, 'conversation.sender.steward'],
};

/** UTF-16 units of a system prompt before the rest is folded. */
const MAX_PROMPT_CHARS = 2_000;

/** UTF-16 units of an entry's plain text, or of a note, before the rest is folded. */
const MAX_PLAIN_ENTRY_CHARS = 4_000;
const MAX_NOTE_CHARS = 4_000;

export interface EntryActions {
  onAnswer: OnAnswer;
}

export interface ConversationEntryProps {
  item: RenderEvent;
  actions: EntryActions;
  /** True for the row of the newest rollback to before a save. The row offers to save the page or to restore what the save overwrote. */
  hasSavedOffer: boolean;
  /** True for the last item, which is in view when the conversation opens. */
  isNewest: boolean;
  /** Elements for checkpoints before and after this entry; undefined if there are none. */
  around: AroundEntry | undefined;
}

/**
 * One item of the conversation, shown as plain text if it fails to render. Memoized, since the conversation renders all its entries again
 * when a run begins or ends.
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

/** Value whose change makes a failed entry render again. For an answer, that is the end of streaming, not each addition. */
function subjectOf(item: RenderEvent): unknown {
  return item.kind === 'answer' ? item.isStreaming : item.kind;
}

function PlainEntry({ item }: { item: RenderEvent }) {
  return (
    <div className="plain-entry">
      <p className="meta">{t('conversation.plainEntry')}</p>
      <FoldedText text={itemText(item)} maxChars={MAX_PLAIN_ENTRY_CHARS} isSpelledOut />
    </div>
  );
}

function Entry({ item, actions, hasSavedOffer, isNewest }: ConversationEntryProps) {
  switch (item.kind) {
    case 'user':
      return <UserMessageRow message={item.message} />;
    case 'thinking':
      return <ThinkingBlock text={item.text} isStreaming={item.isStreaming} durationMs={item.durationMs} />;
    case 'answer':
      return (
        <div className="answer" title={item.createdAtMs === null ? undefined : formatTime(item.createdAtMs)}>
          <MarkdownText text={item.text} isStreaming={item.isStreaming} isAtOnce={isNewest} />
        </div>
      );
    case 'partial-answer':
      return (
        <div className="partial-answer">
          <MarkdownText text={item.text} />
          <p className="meta">{t('conversation.failed.brokeOff')}</p>
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
          <FoldedText {...foldable(item.text)} maxChars={MAX_NOTE_CHARS} />
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
      return <SummaryCard message={item.message} />;
    default:
      return assertNever(item);
  }
}

/** Plain text of an item, shown if rendering the item failed. */
function itemText(item: RenderEvent): string {
  switch (item.kind) {
    case 'user':
      return item.message.content;
    case 'thinking':
    case 'answer':
    case 'partial-answer':
    case 'side-request':
    case 'title':
      return item.text;
    case 'note':
      return wordsOf(item.text);
    case 'tool':
      return cardText(item.card);
    case 'tool-group':
      return item.calls.map(({ card }) => cardText(card)).join('\n');
    case 'question':
      return [item.question.text, ...item.question.choices].join('\n');
    case 'rollback':
      return wordsOf(item.message.description);
    case 'system-prompt':
      return t('conversation.systemPrompt.title');
    case 'summary':
      return item.message.content;
    case 'accounting':
      return item.message.reason;
    default:
      return assertNever(item);
  }
}

const cardText = ({ label, message }: ToolCardModel) =>
  [label, message === null ? '' : wordsOf(message)].join('\n').trim();

/** Row of a rollback, undo or restore, with its effect on the conversation and a note on what is saved. */
export function RollbackRow({ message, children }: { message: RollbackMessage; children?: ReactNode }) {
  const { title, state, time, moved, savedNote } = rollbackText(message);
  return (
    <div className="hairline-row">
      <p>
        <strong>{wordsOf(title)}</strong> · <SaidWords said={state} /> · {time}
      </p>
      <SecondarySaid said={sentences(moved, savedNote)} />
      {children}
    </div>
  );
}

type SystemPrompt = Omit<Extract<RenderEvent, { kind: 'system-prompt' }>, 'kind' | 'key'>;

/** The system prompt of a run's requests. It is loaded when the user unfolds the row, since it is long. */
export function SystemPromptRow(run: SystemPrompt) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="side-request secondary" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <ScrollText className="icon" />
        {t('conversation.systemPrompt.title')}
      </summary>
      {isOpen && <SystemPromptText {...run} />}
    </details>
  );
}

function SystemPromptText({ chatId, runId }: SystemPrompt) {
  const found = useQuery((queries) => queries.systemPromptOf(chatId, runId), [chatId, runId]);
  if (found === undefined) return null;
  if (found === null) {
    return <Paragraph text="conversation.systemPrompt.notKept" />;
  }
  if (found === '') return <Paragraph text="conversation.systemPrompt.none" />;
  return (
    <div lang="en">
      <FoldedText text={found} maxChars={MAX_PROMPT_CHARS} isSpelledOut />
    </div>
  );
}

type SideRequestEvent = Extract<RenderEvent, { kind: 'side-request' }>;

/** A side request of Steward to the model. Folded, since its text is the same each time. */
function SideRequestRow({ asksFor, text }: Pick<SideRequestEvent, 'asksFor' | 'text'>) {
  const [Sign, title] = SIDE_REQUESTS[asksFor];
  return (
    <details className="side-request secondary">
      <summary>
        <Sign className="icon" />
        {t(title)}
      </summary>
      <p className="plain-text" lang="en">
        {text}
      </p>
    </details>
  );
}

/** The title that the model returned. */
function TitleRow({ text }: { text: string }) {
  return (
    <div className="generated-title secondary">
      <span className="visually-hidden">{t('conversation.title')} </span>
      <ForeignText text={text} />
    </div>
  );
}

interface ThinkingBlockProps {
  text: string;
  isStreaming: boolean;
  /** Null while streaming, or if it wasn't measured. */
  durationMs: number | null;
}

function thinkingHeading(isStreaming: boolean, durationMs: number | null): string {
  if (isStreaming) return t('conversation.thinking.now');
  return durationMs === null || durationMs === 0
    ? t('conversation.thinking.done')
    : t('conversation.thinking.doneFor', { duration: durationOf(durationMs) });
}
