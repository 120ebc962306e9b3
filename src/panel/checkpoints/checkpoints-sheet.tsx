import { useState } from 'react';
import type { ErrorInfo } from '@/src/core/errors';
import { toErrorInfo } from '@/src/core/errors';
import type { CheckpointEntry } from '@/src/core/records/checkpoint';
import { ErrorCard } from '../errors/error-card';
import { sendCommand } from '../link/send-command';
import { Sheet } from '../sheet';
import { CheckpointTimeline } from './checkpoint-timeline';
import { ChoiceGroup } from './choice-group';
import { DEFAULT_CHOICE, isReady, type ReversalKind, type ReversalPreview, strategyOf } from './reversal';
import { ReversalPreviewView } from './reversal-preview-view';
import { reversalSummary } from './reversal-summary';
import { useReversalPreview } from './use-reversal-preview';

interface CheckpointsSheetProps {
  chatId: string;
  /** Newest first. */
  checkpoints: readonly CheckpointEntry[];
  /** Says that older ones were deleted; null if none were. */
  deletedNote: string | null;
  onClose(): void;
  /** Called after a rollback or undo; `unsentText` is the text of the user message that it removed, if any. */
  onRolledBack(unsentText: string | null): void;
}

const KINDS = [
  { value: 'rollback', label: 'Roll back everything since' },
  { value: 'undo', label: 'Undo only this' },
] as const;

/** The chat's checkpoints, each with a preview of a rollback to it or an undo of its changes. */
export function CheckpointsSheet({
  chatId,
  checkpoints,
  deletedNote,
  onClose,
  onRolledBack,
}: CheckpointsSheetProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [kind, setKind] = useState<ReversalKind>('rollback');
  const [choice, setChoice] = useState(DEFAULT_CHOICE);
  const [isActing, setIsActing] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const { previewState, refresh } = useReversalPreview(chatId, chosenId, kind);
  const preview = previewState.state === 'ready' ? previewState.preview : null;
  const chosen = checkpoints.find(({ id }) => id === chosenId);

  const choose = (checkpointId: string | null, chosenKind: ReversalKind) => {
    setError(null);
    setChoice(DEFAULT_CHOICE);
    setChosenId(checkpointId);
    setKind(chosenKind);
  };
  const retry = () => {
    setError(null);
    refresh();
  };
  const act = async (shown: ReversalPreview, checkpointId: string) => {
    setIsActing(true);
    setError(null);
    try {
      onRolledBack(await reverse(shown, checkpointId));
    } catch (thrown) {
      setError(toErrorInfo(thrown));
      setIsActing(false);
    }
  };
  const reverse = async (shown: ReversalPreview, checkpointId: string): Promise<string | null> => {
    const target = { chatId, checkpointId, expectedStateHash: shown.stateHash };
    if (shown.kind === 'undo') return sendCommand({ type: 'undo', ...target });
    const strategy = strategyOf(shown, choice);
    return (await sendCommand({ type: 'rollback', ...target, strategy })).composerText;
  };

  return (
    <Sheet title="Checkpoints" onClose={onClose}>
      <div className="sheet-body">
        <CheckpointTimeline
          checkpoints={checkpoints}
          chosenId={chosenId}
          onChoose={(checkpointId) => choose(checkpointId, 'rollback')}
          preview={
            <>
              {chosen?.reason === 'before-changes' && (
                <ChoiceGroup
                  legend="What to undo"
                  isLegendHidden={true}
                  choices={KINDS}
                  chosen={kind}
                  onChoose={(value) => choose(chosenId, value)}
                />
              )}
              <ReversalPreviewView
                previewState={previewState}
                choice={choice}
                onChoose={setChoice}
                onRetry={retry}
              />
            </>
          }
        />
        {deletedNote !== null && <p className="secondary">{deletedNote}</p>}
      </div>
      <footer className="sheet-footer">
        {error !== null && (
          <ErrorCard error={error}>
            <button type="button" onClick={retry}>
              Try again
            </button>
          </ErrorCard>
        )}
        <p className="secondary" aria-live="polite">
          {preview === null
            ? 'Choose a state to see what going back to it would do.'
            : reversalSummary(preview, choice)}
        </p>
        <div className="button-row">
          <button
            type="button"
            className="primary"
            disabled={preview === null || isActing || !isReady(preview, choice)}
            onClick={() => preview !== null && chosenId !== null && act(preview, chosenId)}
          >
            {kind === 'undo' ? 'Undo' : 'Roll back'}
          </button>
          <button type="button" onClick={onClose}>
            Keep page
          </button>
        </div>
      </footer>
    </Sheet>
  );
}
