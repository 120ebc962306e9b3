import { assertNever } from '@/src/core/assert-never';
import { ErrorCard } from '../errors/error-card';
import { DifferenceList } from './difference-list';
import type { PreviewState } from './use-rollback-preview';

/** What rolling back to the chosen row would change on the page. */
export function RollbackPreviewView({
  previewState,
  onLookAgain,
}: {
  previewState: PreviewState;
  onLookAgain(): void;
}) {
  switch (previewState.state) {
    case 'none':
      return null;
    case 'loading':
      return <p className="secondary">Comparing with the page…</p>;
    case 'failed':
      return (
        <ErrorCard error={previewState.error}>
          <button type="button" onClick={onLookAgain}>
            Look again
          </button>
        </ErrorCard>
      );
    case 'ready': {
      const { differences, changedByHand } = previewState.preview;
      return (
        <>
          {differences.length === 0 ? (
            <p className="secondary">The page already is in this state.</p>
          ) : (
            <DifferenceList differences={differences} />
          )}
          {changedByHand.length > 0 && (
            <div className="by-hand">
              <p>Changed by hand since Steward last looked; this goes back as well:</p>
              <DifferenceList differences={changedByHand} />
            </div>
          )}
        </>
      );
    }
    default:
      return assertNever(previewState);
  }
}
