import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { markCompositions } from '@/src/panel/composer/composition';
import { paintAsBefore } from '@/src/panel/settings/appearance/painted-theme';

/**
 * The panel's first script, which blocks its first paint: the theme is set before anything is visible, and nothing that is typed is
 * missed. Modules run after the document was parsed, which can be after the first
 * paint.
 */
export default defineUnlistedScript(() => {
  paintAsBefore(document.documentElement);
  markCompositions(document);
});
