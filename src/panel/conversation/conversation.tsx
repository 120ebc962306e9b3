import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { begunResponseId } from '@/src/core/records/live-tail';
import { PageNamesProvider } from '@/src/panel/data/page-names-provider';
import { PromptSheet } from '@/src/panel/data/saved-prompts/parts';
import type { NewPrompt } from '@/src/panel/data/saved-prompts/prompt-sheet';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat, useIsBusy, useShownChat, useShownView } from '@/src/panel/data/shown-chat';
import { releaseQueries, useQuery } from '@/src/panel/data/stored-data';
import { thoughtForMs } from '@/src/panel/data/thinking-time';
import { useLive, useLiveSummary, useLiveTail } from '@/src/panel/data/use-live';
import { TextButton } from '@/src/panel/kit/text-button';
import { useStable } from '@/src/panel/kit/use-stable';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import { t } from '@/src/texts/i18n';
import { AnswerAnnouncer } from './answer-announcer';
import type { CheckpointActions } from './checkpoints/conversation-checkpoints';
import { liveEvents, withLiveSummary } from './convert-message-to-events';
import { earlierAttempts } from './earlier-attempts';
import type { RunRemedies } from './failed-run';
import type { Find } from './find/use-find';
import { FindBar } from './parts';
import type { OnAnswer } from './question-card';
import type { RenderEvent } from './render-event';
import { RevisableEntry } from './revision/revisable-entry';
import { type RevisionOptions, useRevision } from './revision/use-revision';
import { RunOutcomeRow } from './run-outcome';
import { useEntries } from './use-entries';
import { type ShownMessages, useShownMessages } from './use-shown-messages';
import { useStickToBottom } from './use-stick-to-bottom';
import './conversation.css';
import { ArrowDown } from 'lucide-react';
import { focusMessageField } from '@/src/panel/kit/focus';
import type { Message } from '@/src/schema/message';
import type { SiteChange } from '@/src/store/queries';

/** Distance from either end of the shown messages at which more are loaded, in pixels. */
const LOAD_WITHIN_PX = 600;

/** Time limit in milliseconds of the wait for an idle browser. After it, the queries for data outside of the conversation start anyway. */
const LONGEST_PAINT_MS = 300;

/** Roles of messages that count as new. Tool results are shown with their call, and messages of other roles are only notes. */
const COUNTED_KINDS: ReadonlySet<Message['role']> = new Set(['user', 'assistant', 'system', 'summary']);

interface ConversationProps {
  find: Find;
  /** Shown instead of an empty conversation. */
  emptyState: ReactNode;
  /** Shown after the newest entry and the run's status. */
  end: ReactNode;
  checkpoints: CheckpointActions;
  revision: RevisionOptions;
  onAnswer: OnAnswer;
  remedies: RunRemedies;
  onShowChat(chatId: string): void;
}

const NO_CHECKPOINTS: readonly CheckpointEntry[] = [];
const NO_CHANGES: readonly SiteChange[][] = [];

/** A chat's stored messages, followed by the streaming response and the run's status. */
export function Conversation(props: ConversationProps) {
  const { find, emptyState } = props;
  const { feed, checkpoints } = useShownChat();
  const view = useShownView();
  const revision = useRevisionHere(props);
  const tail = useLiveTail(feed);
  const summary = useLiveSummary(feed);
  const thoughtMs = useLive(feed, (snapshot) => thoughtForMs(snapshot.thinkingTime));
  const { user, summaries: stored, rollbacks } = view.landmarks;
  // Follows a summary, too: the user can request it from anywhere in the conversation, and then reads it.
  const followKey = `${user?.id} ${summary?.messageId ?? stored.at(-1)?.id}`;
  const shownMessages = useShownMessages(view, followKey);
  const { batch, hasLater } = shownMessages;
  const showsTechnical = useExtensionSetting('technicalRows').value === true;
  const placed = checkpoints?.entries ?? NO_CHECKPOINTS;
  const { id: chatId, targets } = view.chat;
  const siteChanges = useQuery(targets === undefined ? null : (queries) => queries.siteChanges(chatId), [
    chatId,
    targets === undefined,
  ]);
  const entries = useEntries(
    view,
    batch,
    placed,
    siteChanges ?? NO_CHANGES, // Of a chat about one page.
    props.checkpoints,
    showsTechnical,
  );
  // The streaming response is shown after the newest batch only.
  const streaming = hasLater ? [] : liveEvents(tail, thoughtMs, view);
  const items = useFirstEntries(entries.items);
  const shown = hasLater ? items : withLiveSummary(items, summary, batch.messages, showsTechnical);
  const { scroller, content, isAway, jump } = useStickToBottom(followKey, !hasLater);
  const newMessages = useNewMessages(view.messages, begunResponseId(tail), isAway);
  const savedRowId = rollbacks.findLast(({ savedSince }) => savedSince !== null)?.id;
  const isBusy = useIsBusy();
  const attempts = useMemo(() => earlierAttempts(view), [view]);
  const { actions, promptSheet } = useEntryActions(props);

  useScrollLoading(scroller, shownMessages);
  useReleasedQueries();
  useSettled(tail?.messageId ?? null);
  useSettled(summary?.messageId ?? null);

  const showEarlier = () => {
    leaveTop(scroller.current);
    shownMessages.showEarlier();
  };
  const jumpToNewest = () => {
    flushSync(shownMessages.showNewest);
    jump();
  };
  return (
    <div className="conversation">
      {find.isOpen && (
        <FindBar
          chatId={view.chat.id}
          find={find}
          scroller={scroller}
          messages={batch.messages}
          showsTechnical={showsTechnical}
          newest={view.messages.at(-1)?.position ?? null}
          onShowAt={shownMessages.showAt}
        />
      )}
      <div className="conversation-scroller" ref={scroller}>
        {/* `aria-live` is off, since AnswerAnnouncer announces each answer once it is finished. */}
        <div
          className="conversation-log"
          role="log"
          aria-label={t('conversation.log')}
          aria-live="off"
          data-technical={showsTechnical}
          ref={content}
        >
          {batch.hasEarlier && <ShowMore text="conversation.showEarlier" onClick={showEarlier} />}
          {shown.length === 0 && streaming.length === 0 && emptyState}
          <PageNamesProvider>
            {[...shown, ...streaming].map((item, index, all) => (
              <RevisableEntry
                key={item.key}
                item={item}
                placed={entries.messages.get(item.key) ?? null}
                revision={revision}
                isBusy={isBusy}
                around={entries.around.get(item.key)}
                actions={actions}
                hasSavedOffer={item.key === savedRowId}
                isNewest={index === all.length - 1}
              />
            ))}
          </PageNamesProvider>
          {hasLater ? (
            <ShowMore text="conversation.showLater" onClick={shownMessages.showLater} />
          ) : (
            <LiveOutcome
              isStreaming={streaming.length > 0}
              isRetrying={attempts.isRetrying}
              remedies={props.remedies}
            />
          )}
          {props.end}
        </div>
      </div>
      {isAway && <JumpButton newMessages={newMessages} onJump={jumpToNewest} />}
      <AnswerAnnouncer messages={view.messages} run={view.run} attempts={attempts.ids} />
      {promptSheet}
    </div>
  );
}

/** Edit or retry of the shown chat's messages. If an edit can no longer be sent, its text is moved to the composer. */
function useRevisionHere({ revision, checkpoints }: ConversationProps) {
  const view = useShownView();
  const inChat = useInChat();
  return useRevision(
    view,
    revision,
    (texts) =>
      void inChat(async (chatId) => {
        const { composerText } = await sendCommand({ type: 'give-back', chatId, texts });
        checkpoints.onReversed(composerText);
      }),
  );
}

/** Actions of the buttons at entries, and the sheet in which a message is saved as a prompt, or changes as a recipe. */
function useEntryActions(props: ConversationProps) {
  const inChat = useInChat();
  const onBranch = useStable((messageId: string) =>
    inChat(async (chatId) => {
      const branch = await sendCommand({ type: 'branch-chat', chatId, messageId });
      props.onShowChat(branch.chatId);
    }),
  );
  const onAnswer = useStable(props.onAnswer);
  /**
   * The prompt that is being saved. Kept here, not at the message: a message loses its buttons when the next answer arrives.
   */
  const [prompt, setPrompt] = useState<NewPrompt | null>(null);
  const actions = useMemo(() => ({ onAnswer, onBranch, onSavePrompt: setPrompt }), [onAnswer, onBranch]);
  const promptSheet = prompt !== null && <PromptSheet prompt={prompt} onClose={() => setPrompt(null)} />;
  return { actions, promptSheet };
}

function ShowMore(props: Pick<Parameters<typeof TextButton>[0], 'text' | 'onClick'>) {
  return <TextButton className="quiet show-earlier" {...props} />;
}

/** The status of the run, with what only the live feed reports: a scheduled retry, a queue, the progress of a change. */
function LiveOutcome(
  props: Pick<Parameters<typeof RunOutcomeRow>[0], 'isStreaming' | 'isRetrying' | 'remedies'>,
) {
  const { feed } = useShownChat();
  const retry = useLive(feed, (snapshot) => snapshot.tail?.retry ?? null);
  const queued = useLive(feed, (snapshot) => snapshot.tail?.queued ?? null);
  const progress = useLive(feed, (snapshot) => snapshot.tail?.progress ?? null);
  const sentAtMs = useLive(feed, (snapshot) => snapshot.tail?.sentAtMs ?? null);
  return <RunOutcomeRow {...props} retry={retry} queued={queued} progress={progress} sentAtMs={sentAtMs} />;
}

/**
 * Leaves the very top, where browsers don't anchor the scroll position: the visible text would move when earlier messages are added above.
 */
function leaveTop(scroller: HTMLElement | null): void {
  if (scroller?.scrollTop === 0) scroller.scrollTop = 1;
}

/** Starts the held queries once the browser is idle after it has painted the conversation. */
function useReleasedQueries(): void {
  useEffect(() => {
    const id = requestIdleCallback(releaseQueries, { timeout: LONGEST_PAINT_MS });
    return () => cancelIdleCallback(id);
  }, []);
}

/**
 * Removes a live response or summary from the feed once it is stored. Otherwise it would reappear if the stored message is later set aside.
 */
function useSettled(messageId: string | null): void {
  const { feed } = useShownChat();
  const { messages } = useShownView();
  const isRecorded = messageId !== null && messages.some((message) => message.id === messageId);
  useEffect(() => {
    if (isRecorded) feed?.settle(messageId);
  }, [isRecorded, messageId, feed]);
}

/** Number of entries in the first rendering, enough to fill the screen. */
const FIRST_ENTRIES = 12;

/** Returns only the newest entries when the conversation opens, and all entries once these are painted. */
function useFirstEntries(items: readonly RenderEvent[]): readonly RenderEvent[] {
  const isWhole = useDeferredValue(true, items.length <= FIRST_ENTRIES);
  return isWhole ? items : items.slice(-FIRST_ENTRIES);
}

interface JumpButtonProps {
  /** Messages that arrived since the user scrolled up. */
  newMessages: number;
  onJump(): void;
}

/** Button that scrolls to the end of the conversation. */
export function JumpButton({ newMessages, onJump }: JumpButtonProps) {
  const jump = () => {
    onJump();
    // At the end of the conversation this button is removed, and would lose the focus.
    focusMessageField();
  };
  const text =
    newMessages > 0
      ? t('conversation.jump.newMessages', { count: newMessages })
      : t('conversation.jump.latest');
  return (
    <button
      type="button"
      className={newMessages > 0 ? 'jump primary' : 'jump'}
      aria-label={text}
      title={text}
      onClick={jump}
    >
      <ArrowDown className="icon" />
      <span className="jump-text">{text}</span>
    </button>
  );
}

interface SeenMessages {
  /** The position of the newest stored message; null if there was none. */
  position: number | null;
  /** The response that was streaming in; null if there was none. */
  streamingId: string | null;
}

/**
 * Number of messages that arrived since the user scrolled up: answers, events, summaries, and messages of the user from another panel.
 *
 * @param streamingId the id of the response that is streaming in
 */
export function useNewMessages(
  messages: readonly Message[],
  streamingId: string | null,
  isAway: boolean,
): number {
  const position = messages.at(-1)?.position ?? null;
  const [seen, setSeen] = useState<SeenMessages>({ position, streamingId });
  if (!isAway && (seen.position !== position || seen.streamingId !== streamingId)) {
    setSeen({ position, streamingId });
  }
  if (!isAway) return 0;
  const stored = messages.filter(
    (message) => message.position > (seen.position ?? -Infinity) && message.id !== seen.streamingId,
  );
  const isNewResponse =
    streamingId !== null && streamingId !== seen.streamingId && stored.every(({ id }) => id !== streamingId);
  return stored.filter(({ role }) => COUNTED_KINDS.has(role)).length + (isNewResponse ? 1 : 0);
}

/** Loads more messages when the user scrolls near either end of the shown ones. */
export function useScrollLoading(
  scroller: RefObject<HTMLDivElement | null>,
  shownMessages: ShownMessages,
): void {
  const { hasLater, showEarlier, showLater } = shownMessages;
  const { hasEarlier } = shownMessages.batch;
  const lastTop = useRef(-1);
  // In a layout effect, since layout effects finish before the next scroll event.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    // The conversation was just opened or jumped to its end: the next scroll event isn't the user's.
    if (!hasLater) lastTop.current = -1;
    const onScroll = () => {
      const { scrollTop } = box;
      // An event at an unchanged position counts as both directions: the browser moved down by the height of what was added above, and the
      // user moved back up.
      const isUp = scrollTop <= lastTop.current;
      const isDown = scrollTop >= lastTop.current;
      lastTop.current = scrollTop;
      if (isUp && hasEarlier) {
        leaveTop(box);
        if (scrollTop < LOAD_WITHIN_PX) showEarlier();
      }
      if (isDown && hasLater && box.scrollHeight - box.clientHeight - scrollTop < LOAD_WITHIN_PX) showLater();
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [scroller, hasEarlier, hasLater, showEarlier, showLater]);
}
