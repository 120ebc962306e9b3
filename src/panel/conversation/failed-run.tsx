import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { partialAnswerOf } from '@/src/core/history/partial-answer';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat, useSendInChat, useShownView } from '@/src/panel/data/shown-chat';
import type { ConnectionField } from '@/src/panel/kit/errors/connection-field';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { TextButton } from '@/src/panel/kit/text-button';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { Run } from '@/src/schema/run';
import { ACT_LABELS, type ErrorAct, errorActs } from '@/src/schema/values/error-code';
import type { ApprovalPolicy } from '@/src/schema/values/policy';
import type { TextKey } from '@/src/schema/values/said';
import type { ChatView } from '@/src/store/queries';
import { t, wordsOf } from '@/src/texts/i18n';
import { unansweredText } from './unanswered-runs';
import { useSummaries } from './use-summaries';

/** Remedies for errors that are in other parts of the panel. */
export interface RunRemedies {
  onNewChat(): void;
  /** Opens the form of the chat's connection and focuses this field. */
  onEditConnection(field: ConnectionField): void;
  onChooseModel(): void;
  onOpen(sheet: 'chat-model' | 'chat-expert' | 'chat-limits'): void;
  onAllowChanges(approvalPolicy: ApprovalPolicy): void;
}

interface FailedRunProps {
  run: Run;
  error: ErrorInfo;
  remedies: RunRemedies;
}

/**
 * The error that ended the newest run, with buttons for what helps. Once dismissed, it shrinks to a line with a button that shows it again.
 */
export function FailedRun({ run, error, remedies }: FailedRunProps) {
  const [isShown, setIsShown] = useState(true);
  const showButton = useRef<HTMLButtonElement>(null);
  const dismissButton = useRef<HTMLButtonElement>(null);
  const acts = actsNow(useShownView(), run, error);
  // Dismiss and Show each remove the button that was pressed, so the focus is moved.
  const dismiss = () => {
    flushSync(() => setIsShown(false));
    showButton.current?.focus();
  };
  const show = () => {
    flushSync(() => setIsShown(true));
    dismissButton.current?.focus();
  };
  if (isShown) {
    return (
      <ErrorCard error={error} onDismiss={dismiss} dismissButton={dismissButton}>
        {acts.map((act, index) => (
          <ActButton key={act} act={act} isPrimary={index === 0} run={run} remedies={remedies} />
        ))}
      </ErrorCard>
    );
  }
  return (
    <p className="note secondary">
      {wordsOf(unansweredText(error.code))}{' '}
      <TextButton text="conversation.failed.show" className="quiet" ref={showButton} onClick={show} />
    </p>
  );
}

/** The acts to offer, without those that were done already. */
function actsNow({ chat, messages, landmarks }: ChatView, run: Run, { code }: ErrorInfo): ErrorAct[] {
  if (code === 'context-too-long') {
    const isSummarized = landmarks.summaries.some(
      ({ state, createdAtMs }) => state === 'boundary' && createdAtMs > (run.endedAtMs ?? run.startedAtMs),
    );
    if (isSummarized) return ['retry', 'choose-model', 'new-chat'];
    if (chat.settings.toolResultAgeing.enabled) return ['choose-model', 'summarize', 'new-chat'];
  }
  const acts = errorActs(code);
  // If a call was written as text, continuing the answer would only add to that text.
  if (code === 'call-as-text' || partialAnswerOf(messages, run.id) === null) return acts;
  const again = acts.includes('try-now') ? 'try-now' : 'retry';
  return [...new Set<ErrorAct>(['continue-answer', again, ...acts.slice(0, 1)])];
}

interface ActButtonProps {
  act: ErrorAct;
  isPrimary: boolean;
  run: Run;
  remedies: RunRemedies;
}

function ActButton({ act, isPrimary, run, remedies }: ActButtonProps) {
  const inChat = useInChat();
  const { isWriting, summarize } = useSummaries();
  const text = ACT_LABELS[act];
  if (act === 'retry' || act === 'try-now' || act === 'continue-answer') {
    const action = act === 'continue-answer' ? act : 'retry';
    return <RunButton text={text} run={run} isPrimary={isPrimary} action={action} />;
  }
  const press: Record<typeof act, () => void> = {
    'edit-key': () => remedies.onEditConnection('key'),
    'open-connection': () => remedies.onEditConnection('baseUrl'),
    'choose-model': remedies.onChooseModel,
    'open-model-settings': () => remedies.onOpen('chat-model'),
    'open-chat-settings': () => remedies.onOpen('chat-expert'),
    'open-limits': () => remedies.onOpen('chat-limits'),
    summarize,
    'shorten-results': () => void inChat(shortenResults),
    'new-chat': remedies.onNewChat,
  };
  return (
    <TextButton
      text={text}
      className={isPrimary ? 'primary' : ''}
      title={act === 'shorten-results' ? t('errors.act.shortenResultsHint') : undefined}
      disabled={act === 'summarize' && isWriting}
      onClick={press[act]}
    />
  );
}

/** Turns on the ageing of tool results, and retries the run that failed because the request was too long. */
async function shortenResults(chatId: string): Promise<void> {
  await sendCommand({ type: 'set-settings', chatId, patch: { toolResultAgeing: { enabled: true } } });
  await sendCommand({ type: 'control-run', chatId, action: 'retry' });
}

interface RunButtonProps {
  run: Run;
  isPrimary: boolean;
  action: 'retry' | 'try-now' | 'continue-answer' | 'continue' | 'resume';
  text: TextKey;
}

/** Button that continues a run. After a successful press it ignores others: the run must be read again before the button is removed. */
export function RunButton({ run, isPrimary, action, text }: RunButtonProps) {
  const sendInChat = useSendInChat();
  const newest = useRef(run);
  newest.current = run;
  const [continued, setContinued] = useState<Run | null>(null);
  const { isBusy, press } = useSinglePress(async () => {
    const isTaken = await sendInChat({ type: 'control-run', action });
    if (isTaken) setContinued(newest.current);
  });
  const isPressed = isBusy || continued === run;
  return (
    <TextButton
      text={text}
      className={isPrimary ? 'primary' : ''}
      aria-disabled={isPressed}
      onClick={() => isPressed || press()}
    />
  );
}
