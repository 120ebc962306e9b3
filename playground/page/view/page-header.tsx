import { CircleHelp, RefreshCw } from 'lucide-react';
import { isLoading, unsavedProvidersOf } from '../state/page-view';
import { CountsLine } from './counts-line';
import { usePage, usePageState } from './page-provider';
import { ProviderSelect } from './provider-select';
import { SearchBox } from './search-box';

/** Title, provider, search; what there is and what is unsaved; refresh, discard, save. */
export function PageHeader({ onHelp }: { onHelp: () => void }) {
  const { controller } = usePage();
  const loading = usePageState(isLoading);
  return (
    <header className="page-header">
      <h1>Model filter</h1>
      <ProviderSelect />
      <SearchBox />
      <div className="header-buttons">
        <button
          type="button"
          aria-disabled={loading}
          onClick={() => {
            if (!loading) void controller.refresh();
          }}
        >
          <RefreshCw size={14} aria-hidden />
          Refresh
        </button>
        <SaveButtons />
        <button type="button" className="quiet icon-only" aria-label="Help" title="Help (?)" onClick={onHelp}>
          <CircleHelp size={16} aria-hidden />
        </button>
      </div>
      <CountsLine />
    </header>
  );
}

function SaveButtons() {
  const { controller } = usePage();
  const unsaved = usePageState(unsavedProvidersOf);
  const saving = usePageState((state) => state.saving);
  const undecided = usePageState((state) => state.conflict !== null);
  const hasChanges = unsaved.length > 0;
  const canSave = hasChanges && !saving && !undecided;
  const canDiscard = hasChanges && !saving;
  return (
    <>
      <button
        type="button"
        aria-disabled={!canDiscard}
        title={
          hasChanges ? `Back to the saved rules of ${unsaved.join(', ')}` : 'There are no unsaved changes'
        }
        onClick={() => {
          if (canDiscard) controller.discard();
        }}
      >
        Discard
      </button>
      <button
        type="button"
        className={canSave ? 'save primary' : 'save'}
        aria-disabled={!canSave}
        title={hasChanges ? `Save the rules of ${unsaved.join(', ')}` : 'There are no unsaved changes'}
        onClick={() => {
          if (canSave) void controller.save();
        }}
      >
        {saving ? 'Saving…' : unsaved.length > 1 ? `Save ${unsaved.length} providers` : 'Save'}
      </button>
    </>
  );
}
