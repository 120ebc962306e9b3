import { CircleHelp, RefreshCw } from 'lucide-react';
import { isLoading } from '../../state/page-view';
import { usePage, usePageState } from '../page-provider';
import { CountsLine } from './counts-line';
import { ProviderSelect } from './provider-select';
import { SaveButtons } from './save-buttons';
import { SearchBox } from './search-box';

/** Title, provider, search, counts, and the buttons to refresh, discard and save. */
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
          className="refresh"
          aria-disabled={loading}
          aria-keyshortcuts="r"
          onClick={() => {
            if (!loading) void controller.refresh();
          }}
        >
          <RefreshCw size={14} aria-hidden />
          {loading ? 'Refreshing…' : 'Refresh'}
        </button>
        <SaveButtons />
        <span className="steward-button" data-steward-button="" />
        <button
          type="button"
          className="quiet icon-only"
          aria-label="Help"
          title="Help (?)"
          aria-keyshortcuts="? F1"
          onClick={onHelp}
        >
          <CircleHelp size={16} aria-hidden />
        </button>
      </div>
      <CountsLine />
    </header>
  );
}
