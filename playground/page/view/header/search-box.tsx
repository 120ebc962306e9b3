import { X } from 'lucide-react';
import { rowsOf } from '../../state/page-view';
import { figure } from '../counted';
import { SEARCH_BOX_ID } from '../element-ids';
import { usePage, usePageState } from '../page-provider';
import { useClearSearch } from '../use-clear-search';

/** Filters both panes to the models whose id contains the text. Esc clears it. */
export function SearchBox() {
  const { store } = usePage();
  const search = usePageState((state) => state.search);
  const found = usePageState((state) => rowsOf(state).length);
  const clear = useClearSearch();
  const change = (text: string) => store.dispatch({ type: 'search-changed', search: text });
  const isActive = search.trim() !== '';
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
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (search === '') {
            event.currentTarget.blur();
            return;
          }
          event.preventDefault();
          change('');
        }}
      />
      <span className="search-found muted" aria-live="polite">
        {isActive && `${figure(found)} found`}
      </span>
      {search !== '' && (
        <button type="button" className="quiet icon-only" aria-label="Clear search" onClick={clear}>
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}
