import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PageController, PageStore } from '../state/page-controller';
import { type PageState, POINTING_AT_NOTHING, type Pointer, samePointer } from '../state/page-state';

/** Provides the page's store and controller to all components below. */
export const PageContext = createContext<{ store: PageStore; controller: PageController } | null>(null);

/** The page's store and controller. Throws outside a PageContext. */
export function usePage() {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage needs a PageContext around it.');
  return page;
}

/** Subscribes to a part of the state. The selector must return the identical value for an unchanged state. */
export function usePageState<Part>(select: (state: PageState) => Part): Part {
  const { store } = usePage();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/** Returns a function that pins a clicked row; a second click unpins it. */
export function usePin(): (pointer: Pointer) => void {
  const { store } = usePage();
  return (pointer) => {
    const isPinned = samePointer(store.getState().pinned, pointer);
    store.dispatch({ type: 'pinned', pointer: isPinned ? POINTING_AT_NOTHING : pointer });
  };
}

/**
 * Returns a function that copies texts joined by ", ", as the rule fields accept them, and shows a message. `names`
 * describes what was copied, e.g. "3 names".
 */
export function useCopy(): (texts: readonly string[], names: string) => void {
  const { store } = usePage();
  const tell = (tone: 'done' | 'failed', text: string) =>
    store.dispatch({ type: 'told', notice: { tone, text } });
  return (texts, names) => {
    if (!window.isSecureContext) {
      tell('failed', `${names} not copied: browsers allow it on https and local pages only.`);
      return;
    }
    navigator.clipboard.writeText(texts.join(', ')).then(
      () => tell('done', `${names} copied`),
      () => tell('failed', `${names} not copied: the browser did not allow it.`),
    );
  };
}
