import { useEffect } from 'react';
import { areModelsLoaded, countsOf, isLoading, unsavedProvidersOf } from '../state/page-view';
import { usePage, usePageState } from './page-provider';
import { counted, figure } from './words';

const NOTICE_SHOWN_MS = 6_000;

/** Shows counts of models, unsaved changes, and the message about the last operation. */
export function CountsLine() {
  const { store } = usePage();
  const { total, visible, hidden } = usePageState(countsOf);
  const loaded = usePageState(areModelsLoaded);
  const loading = usePageState(isLoading);
  const unsaved = usePageState(unsavedProvidersOf);
  const provider = usePageState((state) => state.provider);
  const notice = usePageState((state) => state.notice);
  useEffect(() => {
    if (notice?.tone !== 'done' || notice.undo) return;
    const timer = setTimeout(() => store.dispatch({ type: 'told', notice: null }), NOTICE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [store, notice]);
  const isOnlyHere = unsaved.length === 1 && unsaved[0] === provider;
  const counts = `${counted(total, 'model')} · ${figure(visible)} visible · ${figure(hidden)} hidden`;
  return (
    <div className="counts-line">
      <span role="status" className="counts">
        {loaded ? counts : loading ? 'Loading models…' : 'No models loaded'}
      </span>
      {unsaved.length > 0 && (
        <span className="unsaved">
          <span className="unsaved-dot" aria-hidden />
          {isOnlyHere ? 'Unsaved changes' : `Unsaved changes: ${unsaved.join(', ')}`}
        </span>
      )}
      <span className="notice" aria-live="polite">
        {notice && <span className={notice.tone === 'failed' ? 'failed' : 'muted'}>{notice.text}</span>}
        {notice?.undo && (
          <button type="button" className="quiet" onClick={() => store.dispatch({ type: 'discard-undone' })}>
            Undo
          </button>
        )}
      </span>
    </div>
  );
}
