import { type RouteAnswer, serveDouble } from '../serve-double';
import { createProxyProcess, DOUBLE_MODELS, type DoubleFilters, type ProxyProcess } from './proxy-process';
import { WEB_UI } from './web-ui';

const FILTERS = '/v1/admin/config/model-filters/';

/** The file with which each double starts: a provider with both lists, one without, and a key that no test may see. */
const START_FILE = [
  'PROXY_API_KEY="key-in-the-file"',
  'OPENAI_API_KEY_1="sk-upstream-of-the-double"',
  'IGNORE_MODELS_OPENAI="*-audio-*,o3*"',
  'WHITELIST_MODELS_GEMINI="gemini-2.5-pro"',
  '',
].join('\n');

/** A request to the API, as the double received it. */
interface DoubleRequest {
  method: string;
  path: string;
  authorization: string | null;
  body: unknown;
}

/**
 * A double of b3nw's LLM-API-Key-Proxy with web UI: not the real server, but its routes as documented, with the traps that
 * concern Steward. Rules apply after a restart only, whatever the reload answers; an emptied list stays in the environment;
 * the container's variables win over the file and are shown nowhere; names with a hyphen gain a line at each save and never
 * lose one; commas and blanks are split and stripped; `${…}` is replaced; models are listed twice; nothing is checked.
 */
export interface LlmProxyDouble {
  origin: string;
  /** The proxy's API key; null if it has none, so that it takes every request. */
  key: string | null;
  process: ProxyProcess;
  requests: DoubleRequest[];
  /** Restarts the process: for `downMs` milliseconds no request is answered, then the rules are those of the file. */
  restart(downMs: number): Promise<void>;
  /** Called before each request is carried out: an answer replaces it, null lets it pass, `stall` never answers. */
  intercept: (request: DoubleRequest) => RouteAnswer | 'cut' | 'stall' | null;
  close(): Promise<void>;
}

export async function startLlmProxyDouble(): Promise<LlmProxyDouble> {
  let isDown = false;
  const { origin, close } = await serveDouble({}, async ({ method, url, headers, body }) => {
    if (isDown) return 'cut';
    if (url.pathname === '/ui') return { location: '/ui/' };
    if (url.pathname.startsWith('/ui/')) return { html: WEB_UI };
    if (!url.pathname.startsWith('/v1/')) return NOT_FOUND;
    const authorization = headers.authorization ?? null;
    const request = { method, path: url.pathname + url.search, authorization, body };
    double.requests.push(request);
    return double.intercept(request) ?? answerTo(double, request, url.pathname);
  });
  const double: LlmProxyDouble = {
    origin,
    key: `proxy-key-${crypto.randomUUID()}`,
    process: createProxyProcess(START_FILE),
    requests: [],
    async restart(downMs) {
      isDown = true;
      await new Promise((resolve) => setTimeout(resolve, downMs));
      double.process.restart();
      isDown = false;
    },
    intercept: () => null,
    close,
  };
  return double;
}

const NOT_FOUND: RouteAnswer = { status: 404, body: { detail: 'Not Found' } };

function answerTo(
  { key, process }: LlmProxyDouble,
  { method, authorization, body }: DoubleRequest,
  path: string,
): RouteAnswer {
  if (key !== null && authorization !== `Bearer ${key}`) {
    return { status: 401, body: { detail: 'Invalid or missing API Key' } };
  }
  if (path === '/v1/models' && method === 'GET') return { status: 200, body: modelList(process.served()) };
  if (path === '/v1/admin/config' && method === 'GET') return { status: 200, body: config(key, process) };
  if (path === '/v1/admin/reload' && method === 'POST') {
    return { status: 200, body: { status: 'ok', message: 'Proxy reloaded' } };
  }
  if (!path.startsWith(FILTERS)) return NOT_FOUND;
  const provider = decodeURIComponent(path.slice(FILTERS.length)).toLowerCase();
  if (method === 'GET') return { status: 200, body: process.filtersOf(provider) };
  if (method !== 'PUT') return { status: 405, body: { detail: 'Method Not Allowed' } };
  const lists = body as Partial<DoubleFilters> | null;
  if (!Array.isArray(lists?.ignore) || !Array.isArray(lists.whitelist)) {
    return { status: 422, body: { detail: [{ type: 'missing', msg: 'Field required' }] } };
  }
  process.setFilters(provider, { ignore: lists.ignore, whitelist: lists.whitelist });
  return { status: 200, body: { provider, updated: true } };
}

function config(key: string | null, process: ProxyProcess) {
  const credentials = Object.keys(DOUBLE_MODELS).map((provider) => [
    provider,
    { api_key_count: 1, oauth_count: provider === 'gemini' ? 2 : 0, has_custom_base: false },
  ]);
  return {
    proxy_api_key_set: key !== null,
    providers: Object.fromEntries(credentials),
    custom_providers: { local: 'http://user:secret-in-the-address@127.0.0.1:9' },
    concurrency: {},
    rotation_modes: {},
    model_filters: process.filters(),
    latest_aliases: { gpt: 'openai/gpt-*' },
    strip_suffixes: [],
  };
}

/** One id is listed twice, and one is an alias. `created` is the time of the request. */
function modelList(ids: readonly string[]) {
  const created = Math.floor(Date.now() / 1_000);
  const cards = [...ids, ...ids.slice(0, 1)].map((id) => ({
    id,
    object: 'model',
    created,
    owned_by: 'proxy',
  }));
  const alias = {
    id: 'gpt-latest',
    object: 'model',
    created,
    owned_by: 'proxy',
    latest_alias_for: 'openai/gpt-4o',
  };
  return { object: 'list', data: [...cards, alias] };
}
