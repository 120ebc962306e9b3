/** Replaces the list of models if it failed to render. Conversation and composer keep working. */
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
