import { TriangleAlert } from 'lucide-react';
import { assertNever } from '../../../assert-never';
import { type RuleDifference, ruleDifferences } from '../../state/rule-sets';
import { usePage, usePageState } from '../page-provider';

const SHOWN_DIFFERENCES = 6;

/**
 * Shown when somebody else saved in the meantime: lists the differences and lets the user choose which rules
 * to keep.
 */
export function ConflictBanner() {
  const { store, controller } = usePage();
  const conflict = usePageState((state) => state.conflict);
  const saved = usePageState((state) => state.saved);
  if (!conflict) return null;
  const differences = ruleDifferences(conflict.before, saved);
  return (
    <section className="banner waiting" role="alert">
      <TriangleAlert size={16} aria-hidden />
      <div className="banner-text">
        <p>
          The saved rules changed since this page loaded them. Nothing was written. In the file meanwhile:
        </p>
        <ul>
          {differences.slice(0, SHOWN_DIFFERENCES).map((difference) => (
            <li key={JSON.stringify(difference)}>
              <Difference difference={difference} />
            </li>
          ))}
          {differences.length > SHOWN_DIFFERENCES && (
            <li>and {differences.length - SHOWN_DIFFERENCES} more</li>
          )}
        </ul>
      </div>
      <div className="banner-buttons">
        <button type="button" onClick={() => controller.discard()}>
          Load saved rules
        </button>
        <button type="button" onClick={() => store.dispatch({ type: 'drafts-kept' })}>
          Keep my rules
        </button>
      </div>
    </section>
  );
}

function Difference({ difference }: { difference: RuleDifference }) {
  const { provider, kind } = difference;
  switch (difference.change) {
    case 'added':
    case 'removed':
      return (
        <>
          {provider}: {kind} rule <code>{difference.pattern}</code> {difference.change}
        </>
      );
    case 'reordered':
      return (
        <>
          {provider}: {kind} rules in another order
        </>
      );
    default:
      return assertNever(difference);
  }
}
