import type { PageHalf } from '@/src/core/adapter/page-half';
import { watchRequests } from '../kit/watch-requests';
import { createChannelsHalf } from './channels-half';
import { createPageSession } from './session';
import { newApiSign } from './sign';

/** Time limit of the request that recognizes the server, in milliseconds: shorter than that of `detect`, which waits for it. */
const STATUS_MS = 1_500;
/**
 * Matches the URLs of requests that may change channels, as resource timing entries have them. The request that reads the list has
 * a query.
 */
const CHANGING_REQUEST = /\/api\/channel\b[^?]*$/;
/** The header that each answer of the server has. */
const VERSION_HEADER = 'X-New-Api-Version';

/** Reads and changes the channels of a new-api with the session of the page's user. */
export function createNewApiPage(document: Document): PageHalf {
  const session = createPageSession(document);
  const { half, forget } = createChannelsHalf(session, true);
  /** The server's version, once it has been verified to be a new-api. */
  let siteVersion: string | null = null;

  return {
    ...half,
    async detect(signal) {
      if (!newApiSign.isIn(document)) return null;
      siteVersion ??= await versionOf(session.origin, signal);
      return siteVersion === null ? null : { instanceId: session.origin, title: 'new-api', siteVersion };
    },
    subscribe(onChange, signal) {
      const changed = () => {
        forget();
        onChange();
      };
      watchRequests(document, (url) => CHANGING_REQUEST.test(url) || session.mayResume(url), changed, signal);
    },
  };
}

/** The version of the new-api at this address; null if there is none. */
async function versionOf(origin: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`${origin}/api/status`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(STATUS_MS)]),
      redirect: 'error',
      credentials: 'omit',
    });
    return response.headers.get(VERSION_HEADER);
  } catch {
    // The request failed or took too long: another server has a page with this path.
    return null;
  }
}
