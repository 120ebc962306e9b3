import { X } from 'lucide-react';
import { rowsOf } from '../state/page-view';
import { usePage, usePageState } from './page-provider';
import { figure } from './words';

/** Id of the search box, which a keyboard shortcut focuses. */
export const SEARCH_BOX_ID = 'search-models';

/** Returns a function that clears the search box and focuses it, since the pressed button disappears. */
export function useClearSearch(): () => void {
  const { store } = usePage();
  return () => {
    document.getElementById(SEARCH_BOX_ID)?.focus();
    store.dispatch({ type: 'search-changed', search: '' });
  };
}

/** Filters both panes to the models whose id contains the text. Esc clears it. */
export function SearchBox() {
  const { store } = usePage();
  const search = usePageState((state) => state.search);
  const found = usePageState((state) => rowsOf(state).length);
  const clear = useClearSearch();
  return (
    <div className="search-box">
      <input
        id={SEARCH_BOX_ID}
        type="search"
        aria-label="Search models"
        placeholder="Search models  /"
        aria-keyshortcuts="/ Control+F Meta+F"
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => store.dispatch({ type: 'search-changed', search: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (search === '') {
            event.currentTarget.blur();
            return;
          }
          event.preventDefault();
          clear();
        }}
      />
      <span className="search-found muted" aria-live="polite">
        {search.trim() !== '' && `${figure(found)} found`}
      </span>
      {search !== '' && (
        <button type="button" className="quiet icon-only" aria-label="Clear search" onClick={clear}>
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}
