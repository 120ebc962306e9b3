import type { PageDetector } from '@/src/core/adapter/page-half';
import { watchRequests } from '../kit/watch-requests';
import { openWebuiSign } from './sign';

/** URLs of requests that change models, as they appear in the document's resource timing entries. */
const CHANGING_REQUEST =
  /\/api\/v1\/models\/(create|import|sync|delete|model\/(toggle|update|access|delete))\b/;

/** Shorter than the time limit of `detect`, which waits for the answer. */
const CONFIG_TIMEOUT_MS = 1_500;

/**
 * Recognizes Open WebUI while its settings show the models. The background reads their state over the API
 * (`service.ts`); this half only reports when the state may have changed.
 */
export function createOpenWebuiPage(document: Document): PageDetector {
  /** True once the server has been verified to be Open WebUI. */
  let isKnown = false;

  return {
    id: 'open-webui',
    async detect(signal) {
      if (!openWebuiSign.isIn(document)) return null;
      isKnown ||= await isOpenWebui(document.location.origin, signal);
      if (!isKnown) return null;
      return { instanceId: document.location.origin, title: 'Open WebUI models' };
    },
    subscribe: (onChange, signal) =>
      watchRequests(document, (url) => CHANGING_REQUEST.test(url), onChange, signal),
  };
}

/**
 * True if the page's server answers as Open WebUI does. Without this check, the panel would request a key on any site
 * that contains an element with this id.
 */
async function isOpenWebui(origin: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/api/config`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(CONFIG_TIMEOUT_MS)]),
      redirect: 'error',
      credentials: 'omit',
    });
    if (!response.ok) return false;
    // The name is not compared, since the server's owner can change it.
    const config: { status?: unknown; version?: unknown; default_locale?: unknown } | null =
      await response.json();
    return (
      config?.status === true &&
      typeof config.version === 'string' &&
      typeof config.default_locale === 'string'
    );
  } catch {
    // The request timed out, or the answer is not JSON.
    return false;
  }
}
