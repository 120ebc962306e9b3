import { useState } from 'react';
import type { Checkpoint } from '@/src/core/checkpoints/checkpoint';
import type { ErrorInfo } from '@/src/core/errors';
import { toErrorInfo } from '@/src/core/errors';
import { ErrorCard } from '../errors/error-card';
import { sendCommand } from '../link/send-command';
import { Sheet } from '../sheet';
import { CheckpointTimeline } from './checkpoint-timeline';
import { RollbackPreviewView } from './rollback-preview-view';
import { rollbackSummary } from './rollback-summary';
import { useRollbackPreview } from './use-rollback-preview';

interface CheckpointsSheetProps {
  chatId: string;
  /** Newest first. */
  checkpoints: readonly Checkpoint[];
  onClose(): void;
  /** After a rollback; `draft` is the text of the message that was set aside, if one was. */
  onRolledBack(draft: string | null): void;
}

/** The chat's checkpoints; choosing one shows what going back would do before anything is done. */
export function CheckpointsSheet({ chatId, checkpoints, onClose, onRolledBack }: CheckpointsSheetProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isRollingBack, setIsRollingBack] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const { previewState, look } = useRollbackPreview(chatId, chosenId);
  const preview = previewState.state === 'ready' ? previewState.preview : null;

  const choose = (checkpointId: string | null) => {
    setError(null);
    setChosenId(checkpointId);
  };
  const lookAgain = () => {
    setError(null);
    look();
  };
  const rollBack = async () => {
    if (chosenId === null || preview === null) return;
    setIsRollingBack(true);
    setError(null);
    try {
      const { stateHash: expectedStateHash } = preview;
      const { draft } = await sendCommand({
        type: 'rollback',
        chatId,
        checkpointId: chosenId,
        expectedStateHash,
      });
      onRolledBack(draft);
    } catch (thrown) {
      setError(toErrorInfo(thrown));
      setIsRollingBack(false);
    }
  };
  return (
    <Sheet title="Checkpoints" onClose={onClose}>
      <div className="sheet-body">
        <CheckpointTimeline
          checkpoints={checkpoints}
          chosenId={chosenId}
          onChoose={choose}
          preview={<RollbackPreviewView previewState={previewState} onLookAgain={lookAgain} />}
        />
      </div>
      <footer className="sheet-footer">
        {error !== null && (
          <ErrorCard error={error}>
            <button type="button" onClick={lookAgain}>
              Look again
            </button>
          </ErrorCard>
        )}
        <p className="secondary" aria-live="polite">
          {preview === null
            ? 'Choose a state to see what going back to it would do.'
            : rollbackSummary(preview)}
        </p>
        <div className="button-row">
          <button
            type="button"
            className="primary"
            disabled={preview === null || isRollingBack}
            onClick={rollBack}
          >
            Roll back
          </button>
          <button type="button" onClick={onClose}>
            Keep page
          </button>
        </div>
      </footer>
    </Sheet>
  );
}
