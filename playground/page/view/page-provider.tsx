import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { PageController, PageStore } from '../state/page-controller';
import type { PageState } from '../state/page-state';

interface Page {
  store: PageStore;
  controller: PageController;
}

const PageContext = createContext<Page | null>(null);

/** Provides the page's store and controller to all components below. */
export function PageProvider({ store, controller, children }: Page & { children: ReactNode }) {
  const page = useMemo(() => ({ store, controller }), [store, controller]);
  return <PageContext value={page}>{children}</PageContext>;
}

/** The page's store and controller. Throws outside a PageProvider. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage needs a PageProvider around it.');
  return page;
}

/** Subscribes to a part of the state. The selector must return an identical value for an unchanged state. */
export function usePageState<Part>(select: (state: PageState) => Part): Part {
  const { store } = usePage();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}
