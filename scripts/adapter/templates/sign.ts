import { matchesUrl, type PageSign } from '@/src/adapters/kit/page-sign';

/** URL pattern of the pages. */
const PAGES = 'https://template.example/switches*';

export const templateAdapterSign: PageSign = {
  isIn: (document) => matchesUrl(PAGES, document.URL),
};
