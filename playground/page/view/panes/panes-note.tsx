import { areModelsLoaded, decisionsOf, loadErrorOf } from '../../state/page-view';
import { CenteredNote } from '../centered-note';
import { usePage, usePageState } from '../page-provider';
import { useClearSearch } from '../use-clear-search';

/** The reason why the panes have no rows, with the next step. */
export function PanesNote() {
  const { controller } = usePage();
  const clear = useClearSearch();
  const provider = usePageState((state) => state.provider);
  const search = usePageState((state) => state.search);
  const loaded = usePageState(areModelsLoaded);
  const error = usePageState(loadErrorOf);
  const hasModels = usePageState((state) => decisionsOf(state).length > 0);

  if (hasModels) {
    return (
      <CenteredNote
        text={`No model of ${provider} contains “${search.trim()}”.`}
        action={{ label: 'Clear search', run: clear }}
      />
    );
  }
  if (!loaded && error !== null) {
    return (
      <CenteredNote
        tone="failed"
        text={`The models of ${provider} could not be loaded. ${error}`}
        action={{ label: 'Retry', run: () => void controller.refresh() }}
      />
    );
  }
  return loaded ? (
    <CenteredNote
      text="This provider has no models."
      action={{ label: 'Try again', run: () => void controller.refresh() }}
    />
  ) : null;
}
