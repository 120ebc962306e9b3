import type { PageStatus } from '@/src/messages/page-status';
import { isPageElsewhereError } from '@/src/panel/header/is-page-elsewhere';
import { pageText } from '@/src/panel/header/page-text';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { ErrorCode } from '@/src/schema/values/error-code';

/**
 * The cards about pages. `new-chat`: a new chat was refused. `error`: a command failed. `page`: the chat's page has a problem. `elsewhere`:
 * the chat's page is in another window.
 */
export type PageCard = 'new-chat' | 'error' | 'page' | 'elsewhere';

interface PageProblems {
  /** The page in front, for which no new chat could be opened. */
  refusedPage: PageStatus | null;
  error: ErrorInfo | null;
  page: PageStatus | null;
  /** True if the chat's page may be in another window. */
  isElsewhere: boolean;
}

/** The codes of errors about a page, each with the states of the page whose card says the same. */
const STATES_OF_CODE: Partial<Record<ErrorCode, readonly PageStatus['state'][]>> = {
  'page-gone': ['gone', 'unbound'],
  'page-key': ['key-needed'],
  'page-protocol': [],
  'page-unknown': ['unknown', 'out-of-reach'],
  'permission-missing': ['not-allowed'],
  'too-complex': [],
  'turned-off': ['off'],
  timeout: [],
};

/** True for the error of a command that couldn't use a page. */
export function isAboutPage({ code }: ErrorInfo): boolean {
  return STATES_OF_CODE[code] !== undefined;
}

/** The one card about a page to show: the most specific one. Null if there is no problem. */
export function pageCard({ refusedPage, error, page, isElsewhere }: PageProblems): PageCard | null {
  if (refusedPage !== null) return 'new-chat';
  if (error !== null && isElsewhere && isPageElsewhereError(error)) return 'elsewhere';
  const needsUser = page !== null && pageText(page).remedy !== null;
  const isSaidByPage =
    needsUser && error !== null && STATES_OF_CODE[error.code]?.includes(page.state) === true;
  if (error !== null && isAboutPage(error) && !isSaidByPage) return 'error';
  if (needsUser) return 'page';
  return isElsewhere ? 'elsewhere' : null;
}
