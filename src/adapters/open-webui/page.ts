import type { PageDetector } from '@/src/core/adapter/page-half';
import { watchRequests } from '../watch-requests';

/** The panel of the settings' tab Models, which the page shows at any of its addresses. */
const MODELS_PANEL = 'tab-admin-models';
/** Requests with which the page changes models, as they appear in the document's list of loaded resources. */
const CHANGING_REQUEST =
  /\/api\/v1\/models\/(create|import|sync|delete|model\/(toggle|update|access|delete))\b/;

/**
 * Recognizes Open WebUI while its settings show the models. Their state is read over the API from the background
 * (`service.ts`); this half only notices when it may have changed.
 */
export function createOpenWebuiPage(document: Document): PageDetector {
  return {
    id: 'open-webui',
    async detect() {
      if (document.getElementById(MODELS_PANEL) === null) return null;
      return { instanceId: document.location.origin, title: 'Open WebUI models' };
    },
    subscribe: (onChange, signal) =>
      watchRequests(document, (url) => CHANGING_REQUEST.test(url), onChange, signal),
  };
}
