import { RefreshCw } from 'lucide-react';
import type { StateDifference } from '@/src/core/records/change';
import { i18n } from '@/src/texts/i18n';
import { listText } from '../text/list-text';
import { DifferenceSection } from './difference-section';

/** Warns that the page changed since approval was requested, with the differences. Nothing if it didn't. */
export function StaleBanner({
  since,
  sinceBy,
}: {
  since: readonly StateDifference[];
  sinceBy: readonly string[];
}) {
  if (since.length === 0) return null;
  return (
    <div className="stale-banner">
      <p>
        <RefreshCw className="icon" aria-hidden="true" />
        <span>{i18n.t('approval.changed.warning')}</span>
      </p>
      <DifferenceSection
        title={
          sinceBy.length === 0
            ? i18n.t('approval.changed.byUnknown')
            : i18n.t('approval.changed.by', { people: listText(sinceBy) })
        }
        differences={since}
        isFolded={since.length > 6}
      />
    </div>
  );
}
