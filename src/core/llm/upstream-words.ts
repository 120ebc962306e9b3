import { isJsonObject } from '@/src/schema/values/json';

/**
 * The reasons for a provider's failure that a proxy reports, and the statuses of its responses, each as
 * `upstream:<word>` in lower case. Empty if there are none. LLM-API-Key-Proxy tries several credentials; its details are a
 * summary such as `2 rate_limit, 1 api_connection`, and an entry for each rejected credential.
 *
 * @param error the error object from the endpoint
 */
export function upstreamCodes(error: unknown): string[] {
  if (!isJsonObject(error) || !isJsonObject(error.details)) return [];
  const { normal_error_summary: summary, abnormal_errors: abnormal } = error.details;
  const normal = typeof summary === 'string' ? summary.split(',') : [];
  const rejected = Array.isArray(abnormal) ? abnormal.filter(isJsonObject) : [];
  return [
    ...normal.map((part) => part.replace(/^\s*\d+\s+/, '').trim()),
    ...rejected.flatMap((one) => [one.error_type, one.status_code]),
  ]
    .filter((word) => /^(string|number)$/.test(typeof word) && word !== '')
    .map((word) => `upstream:${word}`.toLowerCase());
}

/** Terms that proxies use for their provider, and exception names of providers' libraries. */
const UPSTREAM_WORDS = /\bupstream\b|\bproviders?\b|\blitellm\.|\b[A-Z]\w+Exception\b|\bx-api-key\b/i;
const PROVIDERS =
  'openai\\.com|anthropic\\.com|google\\.com|googleapis\\.com|groq\\.com|mistral\\.ai|deepseek\\.com|azure\\.com|x\\.ai';
/** Hosts of providers. Their errors are never about the key of a provider behind them. */
const PROVIDER_HOST = new RegExp(`(^|\\.)(${PROVIDERS})(:\\d+)?$`, 'i');
/** Providers that link to their own pages in errors about a key. */
const PROVIDER_PAGES = new RegExp(`\\b(${PROVIDERS}|openrouter\\.ai)\\b`, 'i');
/** A key quoted in a message, complete or masked in the middle: its beginning, the mask, its end. */
const QUOTED_KEY = /(?<![\w-])([\w-]*?)([*.…]{2,}|[*…])([\w-]*)|[\w-]{8,}/g;
/** Words before a quoted key. */
const KEY_NAME = /(?:api[ _-]?key|token)(?: provided| given| was)? ?[:=]? ?["'`]?$/i;

/**
 * The key that a message about a rejected key means: one that this request sent (`sent`), or the endpoint's own key for
 * its provider (`upstream`); null if the message doesn't say. A quoted part of a sent key decides, whoever quotes it:
 * gateways pass keys on. Else the message means the provider's key if it mentions the provider, names a provider's page
 * at another host, or quotes another key.
 */
export function keyMeant(
  message: string,
  { host, secrets }: { host: string; secrets: readonly string[] },
): 'sent' | 'upstream' | null {
  const words = secrets.flatMap((secret) => secret.split(/\s+/));
  let hasOther = false;
  for (const { 0: text, 1: head = '', 2: mask, 3: tail = '', index } of message.matchAll(QUOTED_KEY)) {
    const shown = (head + tail).length;
    const isMasked = mask !== undefined;
    const isLong = tail.length > 1 ? shown > 3 : head.length > 9;
    const isPart = (word: string) =>
      isMasked ? isLong && word.startsWith(head) && word.endsWith(tail) : word === text;
    if (words.some(isPart)) return 'sent';
    hasOther ||= KEY_NAME.test(message.slice(0, index)) && (isMasked ? shown > 0 : /\d/.test(text));
  }
  if (PROVIDER_HOST.test(host)) return null;
  if (UPSTREAM_WORDS.test(message)) return 'upstream';
  const page = PROVIDER_PAGES.exec(message)?.[1]?.toLowerCase();
  if (page !== undefined && !host.toLowerCase().replace(/:\d+$/, '').endsWith(page)) return 'upstream';
  return hasOther ? 'upstream' : null;
}
