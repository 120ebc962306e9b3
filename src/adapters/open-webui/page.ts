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
  /** The server's version, once it has been verified to be Open WebUI. */
  let siteVersion: string | null = null;

  return {
    id: 'open-webui',
    async detect(signal) {
      if (!openWebuiSign.isIn(document)) return null;
      siteVersion ??= await versionOf(document.location.origin, signal);
      if (siteVersion === null) return null;
      return { instanceId: document.location.origin, title: 'Open WebUI models', siteVersion };
    },
    subscribe: (onChange, signal) =>
      watchRequests(document, (url) => CHANGING_REQUEST.test(url), onChange, signal),
  };
}

/**
 * The version of the page's server; null if it doesn't answer as Open WebUI does. Without this check, the panel would request a key on any
 * site that contains an element with the sign's id.
 */
async function versionOf(origin: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`${origin}/api/config`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(CONFIG_TIMEOUT_MS)]),
      redirect: 'error',
      credentials: 'omit',
    });
    if (!response.ok) return null;
    // The name is not compared, since the server's owner can change it.
    const config: { status?: unknown; version?: unknown; default_locale?: unknown } | null =
      await response.json();
    const isOpenWebui = config?.status === true && typeof config.default_locale === 'string';
    return isOpenWebui && typeof config.version === 'string' ? config.version : null;
  } catch {
    // The request timed out, or the answer is not JSON.
    return null;
  }
}
