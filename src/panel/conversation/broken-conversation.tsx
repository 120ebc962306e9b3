import { i18n } from '@/src/texts/i18n';
import { ErrorCard } from '../errors/error-card';

/** Replaces a conversation that failed to render. Header and composer keep working. */
export function BrokenConversation() {
  return (
    <ErrorCard
      error={{
        code: 'internal',
        message: i18n.t('conversation.broken.message'),
        remedy: i18n.t('conversation.broken.remedy'),
        details: null,
      }}
    >
      <button type="button" className="primary" onClick={() => window.location.reload()}>
        {i18n.t('conversation.broken.reload')}
      </button>
    </ErrorCard>
  );
}
