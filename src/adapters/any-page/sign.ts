import { announcedVersion, type PageSign } from '../kit/page-sign';

/** Any page but one that announces the page protocol: that page may still be loading, and its own adapter then takes over. */
export const anyPageSign: PageSign = {
  takesAnyPage: true,
  isIn: (document) => announcedVersion(document) === null && document.body !== null && !isLoading(document),
};

/** Age of a document in milliseconds from which it counts as loaded, even if parts of it are still loading. */
export const LOADED_MS = 5_000;

/** True while an adapter of its own may not recognize the page yet, e.g. because a script has not set the title. */
function isLoading({ readyState, defaultView }: Document): boolean {
  // A document without a window is not displayed; age 0 is right for it.
  const age = defaultView?.performance.now() ?? 0;
  return readyState === 'loading' || (readyState !== 'complete' && age < LOADED_MS);
}
