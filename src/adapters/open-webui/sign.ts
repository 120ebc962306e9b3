import type { PageSign } from '../kit/page-sign';

/** Id of the panel of the Models tab in the settings, which the page can show at any URL. */
const MODELS_PANEL = 'tab-admin-models';

export const openWebuiSign: PageSign = {
  isIn: (document) => document.getElementById(MODELS_PANEL) !== null,
};
