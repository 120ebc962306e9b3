import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { paintAsBefore } from '@/src/panel/appearance/painted-appearance';

/**
 * The panel's first script, which blocks its first paint: theme and height of the message field are set before anything
 * is visible. Modules run after the document was parsed, which can be after the first paint.
 */
export default defineUnlistedScript(() => paintAsBefore(document.documentElement));
