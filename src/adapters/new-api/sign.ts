import type { PageSign } from '../kit/page-sign';

/** The page of the new user interface, that of the old one, and where the new one leads somebody without a session. */
const CHANNELS = /^\/(?:console\/channel|channels|sign-in)\b/;

export const newApiSign: PageSign = {
  isIn: (document) => CHANNELS.test(document.location.pathname) && document.getElementById('root') !== null,
};
