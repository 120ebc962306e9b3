import { MARK_STATES, type ModelCounts } from '@/src/schema/values/model-strip';
import '@/src/panel/kit/models/marks.css';

/** The shares of the page's models by state, as a thin bar below the page line. Its facts say the numbers. */
export function ModelCountsBar({ counts }: { counts: ModelCounts }) {
  return (
    <span className="model-bar" aria-hidden="true">
      {MARK_STATES.map((state) => (
        // A state without models has no width.
        <i key={state} data-state={state} style={{ flexGrow: counts[state] ?? 0 }} />
      ))}
    </span>
  );
}
