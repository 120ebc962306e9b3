import type { PageDetector } from '@/src/core/adapter/page-half';
import { watchRequests } from '../kit/watch-requests';

/** The panel of the settings' tab Models, which the page shows at any of its addresses. */
const MODELS_PANEL = 'tab-admin-models';
/** Requests with which the page changes models, as they appear in the document's list of loaded resources. */
const CHANGING_REQUEST =
  /\/api\/v1\/models\/(create|import|sync|delete|model\/(toggle|update|access|delete))\b/;

/** Less than the limit of `detect`, which waits for the answer. */
const CONFIG_TIMEOUT_MS = 1_500;

/**
 * Recognizes Open WebUI while its settings show the models. Their state is read over the API from the background
 * (`service.ts`); this half only notices when it may have changed.
 */
export function createOpenWebuiPage(document: Document): PageDetector {
  /** True once the server has answered as Open WebUI does. */
  let isKnown = false;

  return {
    id: 'open-webui',
    async detect(signal) {
      if (document.getElementById(MODELS_PANEL) === null) return null;
      isKnown ||= await isOpenWebui(document.location.origin, signal);
      if (!isKnown) return null;
      return { instanceId: document.location.origin, title: 'Open WebUI models' };
    },
    subscribe: (onChange, signal) =>
      watchRequests(document, (url) => CHANGING_REQUEST.test(url), onChange, signal),
  };
}

/**
 * True if the server behind the page answers as Open WebUI does. Without that, any text on a site that has the element would make the
 * panel ask for a key.
 */
async function isOpenWebui(origin: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/api/config`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(CONFIG_TIMEOUT_MS)]),
      redirect: 'error',
      credentials: 'omit',
    });
    if (!response.ok) return false;
    // The name isn't compared, since owners can change it.
    const config: { status?: unknown; version?: unknown; default_locale?: unknown } | null =
      await response.json();
    return (
      config?.status === true &&
      typeof config.version === 'string' &&
      typeof config.default_locale === 'string'
    );
  } catch {
    // No answer in time, or a page in place of JSON.
    return false;
  }
}
