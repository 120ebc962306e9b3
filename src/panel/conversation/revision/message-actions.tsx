import { Pencil, RotateCcw, Split } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from '@/src/panel/kit/text/copy-button';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import { i18n } from '@/src/texts/i18n';
import type { SpokenMessage } from '../use-entries';
import { EarlierText } from './earlier-text';

interface MessageActionsProps {
  message: SpokenMessage;
  isBusy: boolean;
  /** True once after the form that replaced the button was closed. */
  claimFocus(messageId: string): boolean;
  onBegin(): void;
  /** More buttons of the message. */
  children: ReactNode;
}

/** The row of buttons below a message. */
export function ActionRow({ isOfUser, children }: { isOfUser: boolean; children: ReactNode }) {
  return <div className={isOfUser ? 'message-actions of-user' : 'message-actions'}>{children}</div>;
}

const EDIT = { label: 'revision.edit', busyHint: 'revision.editBusy' } as const;
const RETRY = { label: 'revision.retry', busyHint: 'revision.retryBusy' } as const;

/** The buttons to edit a message, or to retry or copy an answer as Markdown, and the text that an edit replaced. */
export function MessageActions({ message, isBusy, claimFocus, onBegin, children }: MessageActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isEdit = message.role === 'user';
  const texts = isEdit ? EDIT : RETRY;
  const label = i18n.t(texts.label);
  const Icon = isEdit ? Pencil : RotateCcw;
  useEffect(() => {
    if (claimFocus(message.id)) button.current?.focus();
  }, [claimFocus, message.id]);
  return (
    <ActionRow isOfUser={isEdit}>
      {isEdit && message.editOf !== undefined && <EarlierText messageId={message.editOf} />}
      <button
        ref={button}
        type="button"
        className="quiet icon-button"
        aria-label={label}
        title={isBusy ? i18n.t(texts.busyHint) : label}
        disabled={isBusy}
        onClick={onBegin}
      >
        <Icon className="icon" aria-hidden="true" />
      </button>
      {message.role === 'assistant' && message.content !== '' && (
        <CopyButton what="answer" text={() => message.content} isIconOnly={true} />
      )}
      {children}
    </ActionRow>
  );
}

interface BranchButtonProps {
  /** True at a message of the user: the new chat has the conversation before it. */
  isBefore: boolean;
  /** Settles once the new chat is shown, or an error is. */
  onBranch(): Promise<unknown>;
}

/** Button at a message: continues the conversation from there in a chat of its own. */
export function BranchButton({ isBefore, onBranch }: BranchButtonProps) {
  // Another press would make another chat.
  const { isBusy, press } = useSinglePress(onBranch);
  return (
    <button
      type="button"
      className="quiet icon-button"
      aria-label={i18n.t('chats.branch.label')}
      title={isBefore ? i18n.t('chats.branch.tooltipBefore') : i18n.t('chats.branch.tooltip')}
      aria-disabled={isBusy}
      onClick={press}
    >
      <Split className="icon" aria-hidden="true" />
    </button>
  );
}
