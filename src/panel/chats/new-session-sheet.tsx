import { useState } from 'react';
import type { RunStatus } from '@/src/core/records/run-status';
import { hasEnded } from '@/src/core/records/transition';
import { Sheet } from '../sheet';
import { chatStatusText } from './chat-status-text';
import './chats.css';

interface NewSessionSheetProps {
  /** The run status of the chat shown. */
  status: RunStatus;
  /** Starts the new session; resolves also if that failed. */
  onStart(earlier: 'stop' | 'keep'): Promise<void>;
  onClose(): void;
}

/** Lets the user stop or keep an unfinished run before the panel starts a new session. */
export function NewSessionSheet({ status, onStart, onClose }: NewSessionSheetProps) {
  const [isStarting, setIsStarting] = useState(false);
  // The run may end while the user decides.
  const isUnfinished = !hasEnded(status);
  const start = async (earlier: 'stop' | 'keep') => {
    setIsStarting(true);
    await onStart(earlier);
    setIsStarting(false);
  };
  return (
    <Sheet title="Start a new session?" onClose={onClose}>
      <div className="sheet-body">
        <p>This chat {chatStatusText(status)}.</p>
        {isUnfinished && (
          <p className="secondary">
            If you keep it running, a link at the top of the panel leads back to it.
          </p>
        )}
        <div className="new-session-choices">
          <button type="button" className="primary" disabled={isStarting} onClick={() => start('stop')}>
            {isUnfinished ? 'Stop it and start a new session' : 'Start a new session'}
          </button>
          {isUnfinished && (
            <button type="button" disabled={isStarting} onClick={() => start('keep')}>
              Keep it running
            </button>
          )}
          <button type="button" className="quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Sheet>
  );
}
