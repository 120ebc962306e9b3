import { Bookmark, Pencil, Repeat, RotateCcw, Split } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MAX_MESSAGE_CHARS } from '@/src/core/records/message';
import type { NewPrompt } from '@/src/panel/data/saved-prompts/prompt-sheet';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { query } from '@/src/panel/data/stored-data';
import { IconButton } from '@/src/panel/kit/icon-button';
import { CopyButton } from '@/src/panel/kit/text/copy-button';
import { formatDayAndTime, formatTime } from '@/src/panel/kit/text/format-time';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { Paragraph } from '@/src/panel/kit/text/paragraph';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { UserMessage } from '@/src/schema/message';
import { t } from '@/src/texts/i18n';
import type { SpokenMessage } from '../use-entries';

interface MessageActionsProps {
  message: SpokenMessage;
  isBusy: boolean;
  /** Returns true once after the form of this message was closed: its button then takes the focus. */
  claimFocus(messageId: string): boolean;
  onBegin(): void;
  children: ReactNode;
}

interface ActionRowProps {
  message: Pick<SpokenMessage, 'role' | 'createdAtMs'>;
  children?: ReactNode;
}

/** The buttons of a message and its time, in the space below it. */
export function ActionRow({ message, children }: ActionRowProps) {
  return (
    <div className="message-actions" data-role={message.role}>
      {children}
      <MessageTime atMs={message.createdAtMs} />
    </div>
  );
}

/**
 * The buttons of a message: Edit at a user's message or Retry at an answer, then Copy and further buttons. Above them, the text that an
 * edit replaced.
 */
export function MessageActions({ message, isBusy, claimFocus, onBegin, children }: MessageActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isEdit = message.role === 'user';
  const act = isEdit ? 'edit' : 'retry';
  const label = t(`revision.${act}`);
  const Icon = isEdit ? Pencil : RotateCcw;
  useEffect(() => {
    if (claimFocus(message.id)) button.current?.focus();
  }, [claimFocus, message.id]);
  return (
    <>
      {isEdit && message.editOf !== undefined && <EarlierText messageId={message.editOf} />}
      <ActionRow message={message}>
        <IconButton
          ref={button}
          icon={Icon}
          label={label}
          title={isBusy ? t(`revision.stopFirst.${act}`) : label}
          disabled={isBusy}
          onClick={onBegin}
        />
        {message.content !== '' && (
          <CopyButton what={isEdit ? 'message' : 'answer'} text={() => message.content} isIconOnly />
        )}
        {children}
      </ActionRow>
    </>
  );
}

/** Button that opens the sheet to save a message's text as a prompt. */
export function SavePromptButton({ onOpen }: { onOpen(): void }) {
  return <IconButton icon={Bookmark} labelKey="savedPrompts.saveMessage" onClick={onOpen} />;
}

interface KeepRecipeButtonProps {
  message: SpokenMessage;
  onOpen(recipe: NewPrompt): void;
}

/** Button that opens the sheet to keep the changes of an answer, as they ran, as a recipe; nothing if its run changed nothing. */
export function KeepRecipeButton({ message: { role, runId }, onOpen }: KeepRecipeButtonProps) {
  const { checkpoints, view } = useShownChat();
  const ofRun = checkpoints?.entries.filter((entry) => role !== 'user' && entry.runId === runId) ?? [];
  const calls = ofRun
    .toReversed()
    .flatMap((entry) => entry.calls)
    .flatMap(({ name, args, success }) => (success === true && args ? [{ name, args }] : []));
  const adapterId = view?.chat.binding?.adapterId;
  if (calls.length === 0 || adapterId === undefined) return null;
  const recipe = { name: null, text: '', recipe: { adapterId, calls } };
  return <IconButton icon={Repeat} labelKey="recipes.keep" onClick={() => onOpen(recipe)} />;
}

interface BranchButtonProps {
  /** True at a user's message: the new chat has the messages before it. */
  isBefore: boolean;
  /** Settles once the new chat or an error is shown. */
  onBranch(): Promise<unknown>;
}

/** Button that continues the conversation from a message in a new chat. */
export function BranchButton({ isBefore, onBranch }: BranchButtonProps) {
  // A second press would create a second chat.
  const { isBusy, press } = useSinglePress(onBranch);
  return (
    <IconButton
      icon={Split}
      labelKey="chats.branch.label"
      title={t(isBefore ? 'chats.branch.tooltipBefore' : 'chats.branch.tooltip')}
      aria-disabled={isBusy}
      onClick={press}
    />
  );
}

/** Folded text of the message that an edit replaced, with those that earlier edits replaced. */
function EarlierText({ messageId }: { messageId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="meta earlier-text" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('revision.earlier.title')}</summary>
      {isOpen && <Replaced messageId={messageId} />}
    </details>
  );
}

/** A replaced message, followed by those that it had replaced. Mounted, and so read, only when the user opens the fold. */
function Replaced({ messageId }: { messageId: string }) {
  const [message, setMessage] = useState<UserMessage | null | 'loading' | 'failed'>('loading');
  useEffect(() => {
    // A message that was set aside never changes.
    query(({ userMessage }) => userMessage(messageId)).then(setMessage, () => setMessage('failed'));
  }, [messageId]);
  if (message === 'loading') return <Paragraph text="common.loading" />;
  if (message === 'failed') return <Paragraph text="revision.earlier.failed" />;
  if (message === null) return <Paragraph text="revision.earlier.gone" />;
  return (
    <>
      <FoldedText text={message.content} maxChars={MAX_MESSAGE_CHARS} isSpelledOut={false} />
      <time dateTime={new Date(message.createdAtMs).toISOString()}>{formatTime(message.createdAtMs)}</time>
      {message.editOf !== undefined && <Replaced messageId={message.editOf} />}
    </>
  );
}

/** The day and time of a message, at the right edge below it. */
export function MessageTime({ atMs }: { atMs: number }) {
  return (
    <time className="meta message-time" dateTime={new Date(atMs).toISOString()}>
      {formatDayAndTime(atMs)}
    </time>
  );
}
