import type { PageSign } from '../kit/page-sign';

/** The page of the new user interface, and that of the old one. */
const CHANNELS = /^\/(?:console\/channel|channels)\b/;

export const newApiSign: PageSign = {
  isIn: (document) => CHANNELS.test(document.location.pathname) && document.getElementById('root') !== null,
};
