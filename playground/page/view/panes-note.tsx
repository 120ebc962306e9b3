import { areModelsLoaded, decisionsOf, loadErrorOf } from '../state/page-view';
import { CenteredNote } from './centered-note';
import { usePage, usePageState } from './page-provider';
import { useClearSearch } from './search-box';

/** Explains why the panes have no rows, and offers the next step. */
export function PanesNote() {
  const { controller } = usePage();
  const clear = useClearSearch();
  const provider = usePageState((state) => state.provider);
  const search = usePageState((state) => state.search);
  const loaded = usePageState(areModelsLoaded);
  const error = usePageState(loadErrorOf);
  const hasModels = usePageState((state) => decisionsOf(state).length > 0);
  const refresh = (label: string) => ({ label, run: () => void controller.refresh() });
  if (hasModels) {
    const text = `No model of ${provider} contains “${search.trim()}”.`;
    return <CenteredNote text={text} action={{ label: 'Clear search', run: clear }} />;
  }
  if (loaded) return <CenteredNote text="This provider has no models." action={refresh('Try again')} />;
  if (error === null) return null;
  const text = `The models of ${provider} could not be loaded. ${error}`;
  return <CenteredNote tone="failed" text={text} action={refresh('Retry')} />;
}
