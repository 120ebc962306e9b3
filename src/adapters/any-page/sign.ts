import { ageOf, announcedVersion, LOADED_MS, type PageSign } from '../kit/page-sign';

/** Any page but one that announces the page protocol: that page may still be loading, and its own adapter then takes over. */
export const anyPageSign: PageSign = {
  takesAnyPage: true,
  isIn: (document) => announcedVersion(document) === null && document.body !== null && !isLoading(document),
};

/** True while an adapter of its own may not recognize the page yet, e.g. because a script has not set the title. */
function isLoading(document: Document): boolean {
  const { readyState } = document;
  return readyState === 'loading' || (readyState !== 'complete' && ageOf(document) < LOADED_MS);
}
