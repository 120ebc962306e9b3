import { SEARCH_BOX_ID } from './element-ids';
import { usePage } from './page-provider';

/** Clears the search and goes there: the button that was pressed is gone then, and the keyboard needs another place. */
export function useClearSearch(): () => void {
  const { store } = usePage();
  return () => {
    document.getElementById(SEARCH_BOX_ID)?.focus();
    store.dispatch({ type: 'search-changed', search: '' });
  };
}
