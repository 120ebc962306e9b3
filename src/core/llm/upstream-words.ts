import { z } from 'zod';
import type { Secrets } from './request-secrets';

/** What a proxy says of the provider behind it, which failed. */
export interface UpstreamWords {
  /** Why the provider failed, in the proxy's machine-readable words, in lower case; empty if it doesn't say. */
  reasons: string[];
  /** HTTP statuses that the provider answered with. */
  statuses: number[];
}

const NONE: UpstreamWords = { reasons: [], statuses: [] };

/**
 * The details of LLM-API-Key-Proxy, which tries several credentials: a summary such as `2 rate_limit, 1 api_connection`,
 * and an entry for each credential that was refused.
 */
const detailsSchema = z.object({
  details: z.object({
    normal_error_summary: z.string().nullish().catch(null),
    abnormal_errors: z
      .array(
        z.object({
          status_code: z.number().nullish().catch(null),
          error_type: z.string().nullish().catch(null),
        }),
      )
      .nullish()
      .catch(null),
  }),
});

/** @param error the error object that the endpoint sent */
export function readUpstreamWords(error: unknown): UpstreamWords {
  const parsed = detailsSchema.safeParse(error);
  if (!parsed.success) return NONE;
  const { normal_error_summary: summary, abnormal_errors: abnormal } = parsed.data.details;
  const normal = (summary ?? '').split(',').map((part) => part.replace(/^\s*\d+\s+/, '').trim());
  return {
    reasons: [...normal, ...(abnormal ?? []).map((one) => one.error_type ?? '')]
      .filter((reason) => reason !== '')
      .map((reason) => reason.toLowerCase()),
    statuses: (abnormal ?? []).flatMap(({ status_code: status }) => status ?? []),
  };
}

/** Words of proxies about the provider behind them, and of providers' own libraries. */
const UPSTREAM_WORDS = /\bupstream\b|\bproviders?\b|\blitellm\.|\b[A-Z]\w+Exception\b|\bx-api-key\b/i;
/** Providers that name their own pages in what they say about a key. */
const PROVIDER_PAGES =
  /\b(openai\.com|anthropic\.com|google\.com|googleapis\.com|groq\.com|mistral\.ai|deepseek\.com|openrouter\.ai|azure\.com|x\.ai)\b/i;
/** The key that a message quotes: with its middle masked, or whole, which then has a digit as no plain word has. */
const QUOTED_KEY =
  /api[ _-]?key(?: provided| given| was)? ?[:=]? ?["'`]?([\w-]*[*.…]{2,}[\w-]*|(?=[a-z_-]*\d)[\w-]{12,})/i;
/** Characters that mask the middle of a key. */
const MASK = /[*.…]{2,}/;

/**
 * Whether a message about a refused key means the key that the endpoint itself uses at its provider, and not the
 * connection's: it says so, names a provider's page at another host, or quotes a key that this request didn't carry.
 */
export function isUpstreamKey(
  message: string,
  { host, secrets }: { host: string; secrets: Secrets },
): boolean {
  if (UPSTREAM_WORDS.test(message)) return true;
  const page = PROVIDER_PAGES.exec(message)?.[1]?.toLowerCase();
  if (page !== undefined && !host.toLowerCase().replace(/:\d+$/, '').endsWith(page)) return true;
  const quoted = QUOTED_KEY.exec(message)?.[1]?.replace(/\.$/, '');
  if (quoted === undefined) return false;
  const [head = '', tail = ''] = quoted.split(MASK);
  const isSent = (secret: string) =>
    MASK.test(quoted) ? secret.startsWith(head) && secret.endsWith(tail) : secret.includes(quoted);
  return ![secrets.key ?? '', ...secrets.headerValues.flatMap((value) => value.split(/\s+/))].some(isSent);
}
