import { areModelsLoaded, decisionsOf, isLoading, loadErrorOf } from '../state/page-view';
import { CenteredNote } from './centered-note';
import { usePage, usePageState } from './page-provider';

/** Why the panes hold no rows, and the way on. */
export function PanesNote() {
  const { store, controller } = usePage();
  const provider = usePageState((state) => state.provider);
  const search = usePageState((state) => state.search);
  const loaded = usePageState(areModelsLoaded);
  const loading = usePageState(isLoading);
  const error = usePageState(loadErrorOf);
  const hasModels = usePageState((state) => decisionsOf(state).length > 0);
  const retry = { label: 'Retry', run: () => void controller.refresh() };

  if (hasModels) {
    const clear = () => store.dispatch({ type: 'search-changed', search: '' });
    return (
      <CenteredNote
        text={`No model of ${provider} contains “${search.trim()}”.`}
        action={{ label: 'Clear search', run: clear }}
      />
    );
  }
  if (loading) return <CenteredNote text={`Loading the models of ${provider}…`} />;
  if (error !== null) {
    return (
      <CenteredNote
        tone="failed"
        text={`The models of ${provider} could not be loaded. ${error}`}
        action={retry}
      />
    );
  }
  return loaded ? <CenteredNote text={`${provider} has no models.`} action={retry} /> : null;
}
