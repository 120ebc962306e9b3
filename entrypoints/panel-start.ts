import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { markCompositions } from '@/src/panel/composer/composition';
import { paintAsBefore } from '@/src/panel/settings/appearance/painted-theme';

/**
 * The panel's first script, which blocks its first paint. It sets the theme before anything is visible, and registers
 * the listeners for input methods before the user types. Modules run after the document was parsed, which can be after
 * the first paint.
 */
export default defineUnlistedScript(() => {
  paintAsBefore(document.documentElement);
  markCompositions(document);
});
