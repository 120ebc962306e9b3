import { createContext } from 'react';
import type { ResultViews } from '@/src/core/adapter/result-view';

/** No view: results are shown by their message, and by their data on demand. */
export const NO_RESULT_VIEWS: ResultViews = {};

/** Views of the results of the chat's adapter. */
export const ResultViewsContext = createContext<ResultViews>(NO_RESULT_VIEWS);
