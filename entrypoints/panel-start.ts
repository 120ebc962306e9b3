import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { markCompositions } from '@/src/panel/composer/composition';
import { forgetEnter, noteEnter } from '@/src/panel/composer/entered-early';
import { watchLeaving } from '@/src/panel/kit/lazy/left-document';
import { paintWordsAsBefore } from '@/src/panel/settings/appearance/painted-language';
import { paintAsBefore } from '@/src/panel/settings/appearance/painted-theme';

/**
 * The panel's first script, for which the first paint waits. It sets the theme and the language before anything is visible, and registers the listeners
 * for input methods before the user can see where to type. A module could run after the first paint.
 */
export default defineUnlistedScript(() => {
  paintAsBefore(document.documentElement);
  paintWordsAsBefore(document);
  markCompositions(document);
  document.addEventListener('keydown', noteEnter);
  document.addEventListener('focusout', forgetEnter);
  watchLeaving(window);
});
