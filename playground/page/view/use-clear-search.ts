import { SEARCH_BOX_ID } from './element-ids';
import { usePage } from './page-provider';

/** Clears the search and focuses it, since the button that was pressed disappears. */
export function useClearSearch(): () => void {
  const { store } = usePage();
  return () => {
    document.getElementById(SEARCH_BOX_ID)?.focus();
    store.dispatch({ type: 'search-changed', search: '' });
  };
}
