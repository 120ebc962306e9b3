import { CircleHelp, RefreshCw } from 'lucide-react';
import { isLoading, unsavedProvidersOf } from '../state/page-view';
import { CountsLine } from './counts-line';
import { usePage, usePageState } from './page-provider';
import { SearchBox } from './search-box';
import { figure } from './words';

/** Opens the help dialog of index.html. */
export function openHelp(): void {
  const help = document.getElementById('help');
  if (help instanceof HTMLDialogElement) help.showModal();
}

/** Title, provider, search, counts, and the buttons to refresh, discard and save. */
export function PageHeader() {
  const { controller } = usePage();
  const loading = usePageState(isLoading);
  const unsaved = usePageState(unsavedProvidersOf);
  const saving = usePageState((state) => state.saving);
  const undecided = usePageState((state) => state.conflict !== null);
  const canDiscard = unsaved.length > 0 && !saving;
  const canSave = canDiscard && !undecided;
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
          onClick={() => void (loading || controller.refresh())}
        >
          <RefreshCw size={14} aria-hidden />
          {loading ? 'Refreshing…' : 'Refresh'}
        </button>
        <button
          type="button"
          aria-disabled={!canDiscard}
          onClick={() => void (canDiscard && controller.discard())}
        >
          Discard
        </button>
        <button
          type="button"
          className={canSave ? 'save primary' : 'save'}
          aria-disabled={!canSave}
          aria-keyshortcuts="Control+S Meta+S"
          onClick={() => void (canSave && controller.save())}
        >
          {saving ? 'Saving…' : unsaved.length > 1 ? `Save ${unsaved.length} providers` : 'Save'}
        </button>
        <span className="steward-button" data-steward-button="" />
        <button
          type="button"
          className="quiet icon-only"
          aria-label="Help"
          title="Help (?)"
          aria-keyshortcuts="? F1"
          onClick={openHelp}
        >
          <CircleHelp size={16} aria-hidden />
        </button>
      </div>
      <CountsLine />
    </header>
  );
}

/** Selects the provider in view. Marks providers with unsaved changes. */
function ProviderSelect() {
  const { controller } = usePage();
  const catalogue = usePageState((state) => state.catalogue);
  const provider = usePageState((state) => state.provider);
  const models = usePageState((state) => state.models);
  const unsaved = usePageState(unsavedProvidersOf);
  if (catalogue.status !== 'ready' || provider === null) return null;
  const textOf = (name: string, count: number) => {
    const current = Object.hasOwn(models, name) ? models[name]?.length : undefined;
    return `${name} · ${figure(current ?? count)}${unsaved.includes(name) ? ' · unsaved' : ''}`;
  };
  return (
    <select
      className="provider-select"
      aria-label="Provider"
      value={provider}
      onChange={(event) => void controller.selectProvider(event.target.value)}
    >
      {catalogue.providers.map(({ name, count }) => (
        <option key={name} value={name}>
          {textOf(name, count)}
        </option>
      ))}
    </select>
  );
}
