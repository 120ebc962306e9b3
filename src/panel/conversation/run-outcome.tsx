import { assertNever } from '@/src/core/assert-never';
import type { Run } from '@/src/core/loop/run';
import { ErrorCard } from '../errors/error-card';
import { waitingText } from './waiting-text';

interface RunOutcomeProps {
  run: Run | null;
  /** Rounds that the chat allows in one go. */
  roundsPerRun: number;
  /** Whether the conversation shows a response that is streaming. */
  isStreaming: boolean;
  onRetry(): void;
  onContinue(): void;
}

/** Where the newest run stands, below the conversation: waiting, failed, stopped, or at its bound. */
export function RunOutcome({ run, roundsPerRun, isStreaming, onRetry, onContinue }: RunOutcomeProps) {
  if (run === null) return null;
  const { status } = run;
  switch (status.state) {
    case 'processing':
      return isStreaming ? null : <p className="note secondary">{waitingText(run)}</p>;
    case 'waiting-for-tools':
    case 'waiting-for-approval':
      return null;
    case 'waiting-for-user-input':
      return (
        <div className="card note-card">
          <p>
            {status.reason === 'round-limit'
              ? `Paused after ${roundsPerRun} rounds of tool calls, the bound of this chat.`
              : 'Rolled back in the middle of an answer. What came before still stands.'}
          </p>
          <div className="button-row">
            <button type="button" className="primary" onClick={onContinue}>
              Continue
            </button>
          </div>
        </div>
      );
    case 'waiting-for-system-input':
      if (run.error !== null) {
        return (
          <ErrorCard error={run.error}>
            <button type="button" className="primary" onClick={onRetry}>
              Retry
            </button>
          </ErrorCard>
        );
      }
      return status.outcome === 'stopped' ? <p className="note secondary">Stopped.</p> : null;
    default:
      return assertNever(status);
  }
}
