import { createContext, type ReactNode } from 'react';
import type { ResultViews } from '@/src/core/adapter/result-view';
import { useDefinition } from '@/src/panel/data/load-definition';

/** Without views, a result is shown as its message, with its data on demand. */
const NO_RESULT_VIEWS: ResultViews = {};

/** Result views of the chat's adapter, by tool. */
export const ResultViewsContext = createContext<ResultViews>(NO_RESULT_VIEWS);

interface ResultViewsProviderProps {
  /** Null for a chat without a page. */
  adapterId: string | null;
  /** False while there are no results: adapters are loaded on demand. */
  isNeeded: boolean;
  children: ReactNode;
}

const NO_PAGE_TOOLS: readonly [] = [];

export function ResultViewsProvider({ adapterId, isNeeded, children }: ResultViewsProviderProps) {
  const definition = useDefinition(isNeeded ? adapterId : null, NO_PAGE_TOOLS, ignore);
  // The earlier definition stays until the next one is loaded. Most adapters declare no views.
  const views = (definition?.id === adapterId ? definition?.resultViews : null) ?? NO_RESULT_VIEWS;
  return <ResultViewsContext value={views}>{children}</ResultViewsContext>;
}

/**
 * Ignores that the definition can't be loaded, e.g. because this build has no such adapter: results are then shown without views.
 */
function ignore(): void {}
