import type { PageSign } from '../kit/page-sign';

/** The page's title in every language. */
const TITLE = 'LLM API Proxy';
const PATH = /^\/ui(\/|$)/;

export const llmProxySign: PageSign = {
  isIn: ({ location, title }) => PATH.test(location.pathname) && title === TITLE,
};
