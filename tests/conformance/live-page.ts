import type { Json } from '@/src/schema/values/json';
import type { AdapterCase } from './adapter-case';

/** A live page that `npm run test:adapter -- ID --url URL` names. */
export interface LivePage {
  url: string;
  /** Of the API of the page's server; null without one. */
  key: string | null;
  /** A file with the cookies and the local storage of somebody who is signed in; null if nobody need be. */
  storageState: string | null;
}

/** The live page that the command's environment names; null if it names none. */
export function livePageOf(env: NodeJS.ProcessEnv): LivePage | null {
  const {
    STEWARD_PAGE_URL: url,
    STEWARD_PAGE_KEY: key = null,
    STEWARD_PAGE_STORAGE: storageState = null,
  } = env;
  return url === undefined ? null : { url, key, storageState };
}

/** A case for a live page. The samples of the adapter's own case are made for its fixture, so there are none. */
export function liveCase(adapterCase: AdapterCase, { url, key }: LivePage): AdapterCase {
  return {
    ...adapterCase,
    open: async () => ({ url, answer: null, key, close: async () => {} }),
    states: (): Json[] => [],
    calls: [],
  };
}
