import { i18n } from '@/src/texts/i18n';

/** Replaces the list of models if it failed to render. Conversation and composer keep working. */
export function BrokenModelBar({ onRetry }: { onRetry(): void }) {
  return (
    <p className="inline-error" role="alert">
      {i18n.t('header.model.notShown')}{' '}
      <button type="button" onClick={onRetry}>
        {i18n.t('common.tryAgain')}
      </button>
    </p>
  );
}
