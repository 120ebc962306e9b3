import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ruleDifferences } from '../../filter/rule-sets';
import { areModelsLoaded, loadErrorOf } from '../state/page-view';
import { usePage, usePageState } from './page-provider';

const SHOWN_DIFFERENCES = 6;

/** Shown after somebody else has saved: lists the differences and lets the user choose which rules to keep. */
export function ConflictBanner() {
  const { store, controller } = usePage();
  const conflict = usePageState((state) => state.conflict);
  const saved = usePageState((state) => state.saved);
  if (!conflict) return null;
  const differences = ruleDifferences(conflict.before, saved);
  const more = differences.length - SHOWN_DIFFERENCES;
  return (
    <Banner
      tone="waiting"
      buttons={{
        'Load saved rules': () => controller.discard(),
        'Keep my rules': () => store.dispatch({ type: 'drafts-kept' }),
      }}
    >
      <p>The saved rules changed since this page loaded them. Nothing was written. In the file meanwhile:</p>
      <ul>
        {differences.slice(0, SHOWN_DIFFERENCES).map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Banner>
  );
}

/** Shown after a failed refresh; the models loaded before stay in view. */
export function LoadErrorBanner() {
  const { controller } = usePage();
  const error = usePageState(loadErrorOf);
  const loaded = usePageState(areModelsLoaded);
  const provider = usePageState((state) => state.provider);
  if (error === null || !loaded) return null;
  return (
    <Banner tone="failed-tint" buttons={{ Retry: () => void controller.refresh() }}>
      The models of {provider} could not be refreshed; these are the earlier ones. {error}
    </Banner>
  );
}

function Banner(props: { tone: string; buttons: Record<string, () => void>; children: ReactNode }) {
  return (
    <section className={`banner ${props.tone}`} role="alert">
      <TriangleAlert size={16} aria-hidden />
      <div className="banner-text">{props.children}</div>
      <div className="banner-buttons">
        {Object.entries(props.buttons).map(([label, run]) => (
          <button key={label} type="button" onClick={run}>
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
