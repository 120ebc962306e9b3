import type { PageStore } from '../state/page-controller';
import { unsavedProvidersOf } from '../state/page-view';

/** Makes the browser ask for confirmation before the page is left with unsaved changes. */
export function warnBeforeLeaving(window: Window, store: PageStore): void {
  window.addEventListener('beforeunload', (event) => {
    if (unsavedProvidersOf(store.getState()).length > 0) event.preventDefault();
  });
}
