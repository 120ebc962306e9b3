/** Stands in for a list of models that failed to render. Conversation and composer keep working below it. */
export function BrokenModelBar({ onRetry }: { onRetry(): void }) {
  return (
    <p className="inline-error" role="alert">
      The list of models could not be displayed. The chat keeps its model; the log has the reason.{' '}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
