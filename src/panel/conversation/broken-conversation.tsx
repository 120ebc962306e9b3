import { ErrorCard } from '../errors/error-card';

/** Replaces a conversation that failed to render. Header and composer keep working. */
export function BrokenConversation() {
  return (
    <ErrorCard
      error={{
        code: 'internal',
        message: 'This conversation could not be displayed.',
        remedy: 'Nothing is lost. Stop the run below if one is under way, or start a new session.',
        details: null,
      }}
    >
      <button type="button" className="primary" onClick={() => window.location.reload()}>
        Reload panel
      </button>
    </ErrorCard>
  );
}
