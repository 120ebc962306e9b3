import type { PageSign } from '../kit/page-sign';

/** The page's title in every language (the page sets it by script). */
const TITLE = 'CLI Proxy API Management Center';
const PATH = /\/management\.html$/;

export const cliProxySign: PageSign = {
  isIn: ({ location, title }) => PATH.test(location.pathname) && title === TITLE,
};
