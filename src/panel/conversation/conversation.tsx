import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Message } from '@/src/core/records/message';
import { isActive } from '@/src/core/records/transition';
import type { ChatView } from '@/src/store/queries';
import { BranchButton } from '../chats/branch-button';
import { branchPoints } from '../chats/branch-points';
import { aroundEntries, type ConversationCheckpoints } from '../checkpoints/conversation-checkpoints';
import type { LiveFeed } from '../link/live-feed';
import { thoughtForMs } from '../link/thinking-time';
import { useLive, useLiveSummary, useLiveTail } from '../link/use-live';
import { messagesAtItems } from '../revision/messages-at-items';
import { RevisableEntry } from '../revision/revisable-entry';
import { type RevisionOptions, useRevision } from '../revision/use-revision';
import { AnswerAnnouncer } from './answer-announcer';
import { liveEvents, storedEvents, withLiveSummary } from './convert-message-to-events';
import { newestItems } from './newest-items';
import { ResultViewsProvider } from './result-views/result-views-provider';
import { RunOutcome } from './run-outcome';
import { useStickToBottom } from './use-stick-to-bottom';
import type { Summaries } from './use-summaries';
import './conversation.css';

interface ConversationProps {
  view: ChatView;
  feed: LiveFeed | null;
  /** Shown instead of an empty conversation. */
  emptyState: ReactNode;
  /** Shown in the row of the newest rollback past a save. */
  savedOffer?: ReactNode;
  /** The chat's checkpoints; missing where nothing can be taken back. */
  checkpoints?: ConversationCheckpoints;
  onRetry(): void;
  onContinue(): void;
  onResume(): void;
  revision: RevisionOptions;
  summaries: Summaries;
  onAgeOutputs(): void;
  onNewSession(): void;
  /** Continues the conversation from this message in a new chat. */
  onBranch(messageId: string): void;
  /** Answers the assistant's question; resolves to true if the answer was accepted. */
  onAnswer(text: string): Promise<boolean>;
}

/** A chat's stored messages, followed by the streaming response and the run's status. */
export function Conversation(props: ConversationProps) {
  const { view, feed, emptyState, savedOffer, summaries, checkpoints } = props;
  const { onRetry, onContinue, onResume, onBranch, onAnswer } = props;
  const revision = useRevision(view.chat.id, props.revision);
  const tail = useLiveTail(feed);
  const summary = useLiveSummary(feed);
  const thoughtMs = useLive(feed, (snapshot) => thoughtForMs(snapshot.thinkingTime));
  const retry = useLive(feed, (snapshot) => snapshot.retry);
  const queued = useLive(feed, (snapshot) => snapshot.tail?.queued ?? null);
  const stored = useMemo(() => storedEvents(view), [view]);
  const streaming = liveEvents(tail, thoughtMs, view);
  const [pages, setPages] = useState(1);
  const newest = useMemo(() => newestItems(stored, pages), [stored, pages]);
  const shown = withLiveSummary(newest, summary, view.messages);
  const newestOf = (role: Message['role']) => view.messages.findLast((message) => message.role === role)?.id;
  // The user requests a summary from anywhere in the conversation, and then reads it.
  const followKey = `${newestOf('user')} ${summary?.messageId ?? newestOf('summary')}`;
  const { scroller, content, isAway, jump } = useStickToBottom(followKey);
  const savedRowId = view.messages.findLast(
    (message) => message.role === 'rollback' && message.savedSince !== null,
  )?.id;
  const revisable = useMemo(() => messagesAtItems(view.messages, stored), [view.messages, stored]);
  const isBusy = view.run !== null && isActive(view.run.status);
  const points = useMemo(() => branchPoints(view.messages, stored), [view.messages, stored]);
  const chatId = view.chat.id;
  const around = useMemo(
    () =>
      checkpoints === undefined
        ? null
        : aroundEntries({ chatId, messages: view.messages, items: stored, isBusy }, checkpoints),
    [chatId, view.messages, stored, isBusy, checkpoints],
  );
  const hasEarlier = stored.length > newest.length;

  useSettled(view, feed, tail?.messageId ?? null);
  useSettled(view, feed, summary?.messageId ?? null);

  const showEarlier = () => {
    // Browsers don't anchor the scroll position at the very top, so the visible text would move.
    if (scroller.current?.scrollTop === 0) scroller.current.scrollTop = 1;
    setPages(pages + 1);
  };
  return (
    <div className="conversation">
      <div className="conversation-scroller" ref={scroller}>
        {/* Answers are announced when they are finished, by AnswerAnnouncer. */}
        <div className="conversation-log" role="log" aria-label="Conversation" aria-live="off" ref={content}>
          {hasEarlier && (
            <button type="button" className="quiet show-earlier" onClick={showEarlier}>
              Show earlier messages
            </button>
          )}
          {shown.length === 0 && streaming.length === 0 && emptyState}
          <ResultViewsProvider
            adapterId={view.chat.binding?.adapterId ?? null}
            isNeeded={view.messages.some(({ role }) => role === 'tool')}
          >
            {[...shown, ...streaming].map((item) => {
              const point = points.get(item.key);
              return (
                <RevisableEntry
                  key={item.key}
                  item={item}
                  message={revisable.get(item.key) ?? null}
                  revision={revision}
                  isBusy={isBusy}
                  around={around?.get(item.key)}
                  onAnswer={onAnswer}
                  savedOffer={item.key === savedRowId ? savedOffer : null}
                  summaryActions={summaries.actions}
                  branch={
                    point === undefined ? null : (
                      <BranchButton isBefore={item.kind === 'user'} onBranch={() => onBranch(point)} />
                    )
                  }
                />
              );
            })}
          </ResultViewsProvider>
          <RunOutcome
            run={view.run}
            roundsPerRun={view.chat.settings.roundsPerRun}
            isStreaming={streaming.length > 0}
            retry={retry}
            queued={queued}
            onRetry={onRetry}
            onContinue={onContinue}
            onResume={onResume}
            tooLong={{
              canAgeOutputs: !view.chat.settings.toolResultAgeing.enabled,
              isSummarizing: summaries.isWriting,
              onSummarize: summaries.summarize,
              onAgeOutputs: props.onAgeOutputs,
              onNewSession: props.onNewSession,
            }}
          />
        </div>
      </div>
      {isAway && (
        <button type="button" className="jump" onClick={jump}>
          <ArrowDown className="icon" aria-hidden="true" />
          Jump to latest
        </button>
      )}
      <AnswerAnnouncer messages={view.messages} run={view.run} />
    </div>
  );
}

/** Clears a live response or summary once it is stored, so that it doesn't reappear if it is set aside later. */
function useSettled(view: ChatView, feed: LiveFeed | null, messageId: string | null): void {
  const isRecorded = messageId !== null && view.messages.some((message) => message.id === messageId);
  useEffect(() => {
    if (isRecorded) feed?.settle(messageId);
  }, [isRecorded, messageId, feed]);
}
