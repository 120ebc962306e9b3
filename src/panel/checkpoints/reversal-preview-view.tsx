import { assertNever } from '@/src/core/assert-never';
import { i18n } from '@/src/texts/i18n';
import { ErrorCard } from '../errors/error-card';
import { DeltaDetails } from './delta-details';
import { DifferenceList } from './difference-list';
import { ManualChangesSection } from './manual-changes-section';
import { type ManualChangesChoice, type ReversalPreview, shownDifferences } from './reversal';
import { UndoBlockerList } from './undo-blocker-list';
import type { PreviewState } from './use-reversal-preview';

interface ReversalPreviewViewProps {
  previewState: PreviewState;
  choice: ManualChangesChoice;
  onChoose(choice: ManualChangesChoice): void;
  onRetry(): void;
}

/** Preview of a rollback to the chosen checkpoint, or of an undo of its changes. */
export function ReversalPreviewView(props: ReversalPreviewViewProps) {
  const { previewState, choice, onChoose, onRetry } = props;
  switch (previewState.state) {
    case 'none':
      return null;
    case 'loading':
      return <p className="secondary">{i18n.t('checkpoints.compare.loading')}</p>;
    case 'failed':
      return (
        <ErrorCard error={previewState.error}>
          <button type="button" onClick={onRetry}>
            {i18n.t('common.tryAgain')}
          </button>
        </ErrorCard>
      );
    case 'ready':
      return <ReadyPreview preview={previewState.preview} choice={choice} onChoose={onChoose} />;
    default:
      return assertNever(previewState);
  }
}

interface ReadyPreviewProps {
  preview: ReversalPreview;
  choice: ManualChangesChoice;
  onChoose(choice: ManualChangesChoice): void;
}

function ReadyPreview({ preview, choice, onChoose }: ReadyPreviewProps) {
  if (preview.kind === 'undo') {
    if (preview.obstacles.length > 0) return <UndoBlockerList blockers={preview.obstacles} />;
    return (
      <>
        <DifferenceList differences={preview.differences} />
        {!preview.isExact && <p className="secondary">{i18n.t('checkpoints.preview.notRecorded')}</p>}
      </>
    );
  }
  const differences = shownDifferences(preview, choice);
  return (
    <>
      {differences.length === 0 ? (
        <p className="secondary">{i18n.t('checkpoints.preview.alreadySame')}</p>
      ) : (
        <DifferenceList differences={differences} />
      )}
      {preview.changedByHand.length > 0 && (
        <ManualChangesSection preview={preview} choice={choice} onChoose={onChoose} />
      )}
      <DeltaDetails delta={preview.delta} />
    </>
  );
}
