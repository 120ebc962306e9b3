import { RefreshCw } from 'lucide-react';
import { RetryableError } from '@/src/panel/kit/errors/retryable-error';
import { NameGroupProvider } from '@/src/panel/kit/page-names/name-group';
import type { StateDifference } from '@/src/schema/change';
import { type Said, say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ApprovalBody } from './approval-body';
import { DifferenceSection } from './difference-section';
import { useOpenCard } from './open-card';

/** The preview of the surrounding card's request, below what changed since. */
export function RequestPreview() {
  const { preview } = useOpenCard();
  const { since, sinceBy } = preview.shown;
  return (
    <>
      <RetryableError error={preview.error} onRetry={preview.retry} />
      <StaleBanner since={since} sinceBy={sinceBy} />
      <NameGroupProvider>
        <ApprovalBody />
      </NameGroupProvider>
    </>
  );
}

/** Warns that the page changed since approval was requested, with the differences. Renders nothing if it didn't. */
function StaleBanner({ since, sinceBy }: { since: readonly StateDifference[]; sinceBy: readonly Said[] }) {
  if (since.length === 0) return null;
  return (
    <div className="stale-banner">
      <p>
        <RefreshCw className="icon" />
        <span>{t('approval.changed.warning')}</span>
      </p>
      <DifferenceSection title={changedByText(sinceBy)} differences={since} isFolded={since.length > 6} />
    </div>
  );
}

/** Heading that says who changed the page. */
function changedByText(people: readonly Said[]): Said {
  return people.length === 0 ? say('approval.changed.byUnknown') : say('approval.changed.by', { people });
}
