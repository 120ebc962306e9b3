import { hasEnded } from '@/src/core/records/transition';
import { Sheet } from '@/src/panel/kit/sheet';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { RunStatus } from '@/src/schema/run-status';
import { thisChatText } from './chat-status-text';
import './chats.css';

interface NewChatSheetProps {
  /** The status of the shown chat's run. */
  status: RunStatus;
  /** Starts the new chat; resolves even if that failed. */
  onStart(earlier: 'stop' | 'keep'): Promise<void>;
  onClose(): void;
}

/** Lets the user stop or keep an unfinished run before the panel starts a new chat. */
export function NewChatSheet({ status, onStart, onClose }: NewChatSheetProps) {
  const { isBusy: isStarting, press: start } = useSinglePress(onStart);
  // The run may end while the sheet is open.
  const isUnfinished = !hasEnded(status);
  return (
    <Sheet title="chats.newChat.title" onClose={onClose}>
      <p>{thisChatText(status)}</p>
      {isUnfinished && <SecondaryText text="chats.newChat.keepExplanation" />}
      <div className="new-chat-choices">
        <TextButton
          text={isUnfinished ? 'chats.newChat.stopAndStart' : 'chats.newChat.start'}
          className="primary"
          disabled={isStarting}
          onClick={() => start('stop')}
        />
        {isUnfinished && (
          <TextButton text="chats.newChat.keep" disabled={isStarting} onClick={() => start('keep')} />
        )}
        <TextButton text="common.cancel" className="quiet" onClick={onClose} />
      </div>
    </Sheet>
  );
}
