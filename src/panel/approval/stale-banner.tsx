import { RefreshCw } from 'lucide-react';
import { joinWithAnd } from '@/src/core/in-words';
import type { StateDifference } from '@/src/core/records/change';
import { DifferenceSection } from './difference-section';

/** That the page isn't what it was when the question was asked, and in what. Nothing if it is. */
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
          The page changed since this was asked. What you see here is worked out on the page as it is now.
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
