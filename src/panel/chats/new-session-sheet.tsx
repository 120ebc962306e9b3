import { useState } from 'react';
import type { RunStatus } from '@/src/core/records/run-status';
import { hasEnded } from '@/src/core/records/transition';
import { Sheet } from '../sheet';
import { standsText } from './chat-words';
import './chats.css';

interface NewSessionSheetProps {
  /** Where the run of the chat shown stands. */
  status: RunStatus;
  /** Starts the new session; resolves when it is there, or could not be started. */
  onStart(earlier: 'stop' | 'keep'): Promise<void>;
  onClose(): void;
}

/** Asks what becomes of a chat whose run isn't over, before a new session takes its place in the panel. */
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
        <p>This chat {standsText(status)}.</p>
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
