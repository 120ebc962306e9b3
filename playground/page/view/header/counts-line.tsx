import type { ModelCounts } from '../../state/page-view';
import { areModelsLoaded, countsOf, isLoading, unsavedProvidersOf } from '../../state/page-view';
import { counted, figure } from '../counted';
import { FeedbackLine } from '../feedback';
import { usePage, usePageState } from '../page-provider';
import { PinnedNote } from './pinned-note';

/** Counts of models, unsaved changes, the pinned row, and the message on the last operation. */
export function CountsLine() {
  const { store } = usePage();
  const counts = usePageState(countsOf);
  const loaded = usePageState(areModelsLoaded);
  const loading = usePageState(isLoading);
  const unsaved = usePageState(unsavedProvidersOf);
  const provider = usePageState((state) => state.provider);
  const notice = usePageState((state) => state.notice);
  return (
    <div className="counts-line">
      <span role="status" className="counts">
        {loaded ? countsText(counts) : loading ? 'Loading models…' : 'No models loaded'}
      </span>
      {unsaved.length > 0 && (
        <span className="unsaved">
          <span className="unsaved-dot" aria-hidden />
          {unsavedText(unsaved, provider)}
        </span>
      )}
      <PinnedNote />
      <span className="notice" aria-live="polite">
        {notice && <span className={notice.tone === 'failed' ? 'failed' : 'muted'}>{notice.text}</span>}
        {notice?.undo && (
          <button type="button" className="quiet" onClick={() => store.dispatch({ type: 'discard-undone' })}>
            Undo
          </button>
        )}
      </span>
      <FeedbackLine />
    </div>
  );
}

function countsText({ total, visible, hidden }: ModelCounts): string {
  return `${counted(total, 'model')} · ${figure(visible)} visible · ${figure(hidden)} hidden`;
}

function unsavedText(unsaved: readonly string[], provider: string | null): string {
  const isOnlyHere = unsaved.length === 1 && unsaved[0] === provider;
  return isOnlyHere ? 'Unsaved changes' : `Unsaved changes: ${unsaved.join(', ')}`;
}
