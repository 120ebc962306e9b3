import { createContext, type ReactNode } from 'react';
import type { ResultViews } from '@/src/core/adapter/result-view';
import { useDefinition } from '@/src/panel/data/load-definition';

/** No view: results are shown by their message, and by their data on demand. */
const NO_RESULT_VIEWS: ResultViews = {};

/** Views of the results of the chat's adapter. */
export const ResultViewsContext = createContext<ResultViews>(NO_RESULT_VIEWS);

interface ResultViewsProviderProps {
  /** Null for a chat that is about no page. */
  adapterId: string | null;
  /** False while there are no results: adapters are loaded on demand. */
  isNeeded: boolean;
  children: ReactNode;
}

const NO_PAGE_TOOLS: readonly [] = [];

/** Gives the results in a conversation the views that the chat's adapter declares. */
export function ResultViewsProvider({ adapterId, isNeeded, children }: ResultViewsProviderProps) {
  const definition = useDefinition(isNeeded ? adapterId : null, NO_PAGE_TOOLS, ignore);
  // The earlier definition stays until the next one is loaded. Most adapters declare no views.
  const views = (definition?.id === adapterId ? definition?.resultViews : null) ?? NO_RESULT_VIEWS;
  return <ResultViewsContext value={views}>{children}</ResultViewsContext>;
}

/** A chat of an adapter that this build doesn't have: its results are shown without views. */
function ignore(): void {}
