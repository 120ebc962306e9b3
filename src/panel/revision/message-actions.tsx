import { Pencil, RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { EarlierText } from './earlier-text';
import type { RevisableMessage } from './messages-at-items';

interface MessageActionsProps {
  message: RevisableMessage;
  isBusy: boolean;
  /** True if the form that replaced the button was just closed. */
  takesFocus: boolean;
  onBegin(): void;
}

/** The button to edit a message or retry an answer, and the text that an edit replaced. */
export function MessageActions({ message, isBusy, takesFocus, onBegin }: MessageActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isEdit = message.role === 'user';
  const label = isEdit ? 'Edit message' : 'Retry answer';
  const Icon = isEdit ? Pencil : RotateCcw;
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <div className={isEdit ? 'message-actions of-user' : 'message-actions'}>
      {isEdit && message.editOf !== undefined && <EarlierText messageId={message.editOf} />}
      <button
        ref={button}
        type="button"
        className="quiet icon-button"
        aria-label={label}
        title={isBusy ? `${label}: stop the run first` : label}
        disabled={isBusy}
        onClick={onBegin}
      >
        <Icon className="icon" aria-hidden="true" />
      </button>
    </div>
  );
}
