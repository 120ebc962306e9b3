import { i18n } from '@/src/texts/i18n';
import { ErrorCard } from '../errors/error-card';

/** Replaces an approval card that failed to render, without a way to approve: the user can't see what would run. */
export function BrokenApproval() {
  return (
    <ErrorCard
      error={{
        code: 'internal',
        message: i18n.t('approval.broken.message'),
        remedy: i18n.t('approval.broken.remedy'),
        details: null,
      }}
    />
  );
}
