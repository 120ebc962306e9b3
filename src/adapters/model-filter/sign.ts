import { announcedVersion, type PageSign } from '../kit/page-sign';

export const modelFilterSign: PageSign = {
  buttonPlace: '[data-steward-button]',
  isIn: (document) => announcedVersion(document) !== null,
};
