import { ErrorCard } from '../errors/error-card';

/** Stands in for a conversation that failed to render as a whole. Header and composer keep working beside it. */
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
