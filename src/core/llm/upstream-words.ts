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
/**
 * A key quoted in a message: masked in the middle, or complete, in which case it contains a digit, unlike a
 * word.
 */
const QUOTED_KEY =
  /api[ _-]?key(?: provided| given| was)? ?[:=]? ?["'`]?([\w-]*[*.…]{2,}[\w-]*|(?=[a-z_-]*\d)[\w-]{12,})/i;
/** Characters that mask the middle of a key. */
const MASK = /[*.…]{2,}/;

/**
 * True if a message about a rejected key means the endpoint's own key for its provider, not the connection's
 * key: it mentions the provider, names a provider's page at another host, or quotes a key that this request
 * didn't send.
 */
export function isUpstreamKey(
  message: string,
  { host, secrets }: { host: string; secrets: readonly string[] },
): boolean {
  if (PROVIDER_HOST.test(host)) return false;
  if (UPSTREAM_WORDS.test(message)) return true;
  const page = PROVIDER_PAGES.exec(message)?.[1]?.toLowerCase();
  if (page !== undefined && !host.toLowerCase().replace(/:\d+$/, '').endsWith(page)) return true;
  const quoted = QUOTED_KEY.exec(message)?.[1]?.replace(/\.$/, '');
  if (quoted === undefined) return false;
  const [head = '', tail = ''] = quoted.split(MASK);
  const isSent = (secret: string) =>
    MASK.test(quoted) ? secret.startsWith(head) && secret.endsWith(tail) : secret.includes(quoted);
  return !secrets.flatMap((secret) => secret.split(/\s+/)).some(isSent);
}
