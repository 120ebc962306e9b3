import { type ReactNode, useEffect, useState } from 'react';
import type { ResultViews } from '@/src/core/adapter/result-view';
import { loadDefinition } from '../../link/load-definition';
import { NO_RESULT_VIEWS, ResultViewsContext } from './result-views-context';

interface ResultViewsProviderProps {
  /** Null for a chat that is about no page. */
  adapterId: string | null;
  /** False while there are no results: adapters are loaded on demand. */
  isNeeded: boolean;
  children: ReactNode;
}

/** Gives the results in a conversation the views that the chat's adapter declares. */
export function ResultViewsProvider({ adapterId, isNeeded, children }: ResultViewsProviderProps) {
  const [views, setViews] = useState(NO_RESULT_VIEWS);
  useEffect(() => {
    if (adapterId === null || !isNeeded) return;
    let isCurrent = true;
    const show = (loaded: ResultViews | undefined) => {
      if (isCurrent) setViews(loaded ?? NO_RESULT_VIEWS); // Most adapters declare none.
    };
    loadDefinition(adapterId, []).then(
      ({ resultViews }) => show(resultViews),
      // A chat of an adapter that this build doesn't have: its results are shown without views.
      () => show(NO_RESULT_VIEWS),
    );
    return () => {
      isCurrent = false;
    };
  }, [adapterId, isNeeded]);
  return <ResultViewsContext value={views}>{children}</ResultViewsContext>;
}
