import { RefreshCw } from 'lucide-react';
import { joinWithAnd } from '@/src/core/in-words';
import type { StateDifference } from '@/src/core/records/change';
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
        <span>
          The page changed since this approval was requested. The preview shows the page as it is now.
        </span>
      </p>
      <DifferenceSection
        title={sinceBy.length === 0 ? 'Changed meanwhile' : `Changed meanwhile by ${joinWithAnd(sinceBy)}`}
        differences={since}
        isFolded={since.length > 6}
      />
    </div>
  );
}
