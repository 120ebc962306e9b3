import { type RouteAnswer, serveDouble } from '../serve-double';
import {
  type DoubleAccount,
  type DoubleConfig,
  newDoubleAccounts,
  newDoubleConfig,
  type Registry,
  registryOf,
} from './double-config';
import { manage } from './management-routes';

/** Failures from one address after which the real server bans it for 30 minutes. */
const MAX_FAILURES = 5;

/** Has the title and the address of the real page, and none of its content. */
const PAGE =
  '<!doctype html><html lang="en"><title>CLI Proxy API Management Center</title><h1>Double of the management page</h1></html>';

/** A request to the management API, as the double received it. */
interface DoubleRequest {
  method: string;
  path: string;
  key: string | null;
  body: unknown;
}

/**
 * A double of CLIProxyAPI: not the real server, but its management routes as documented, with the traps that concern
 * Steward: a ban after five failures, a PUT that erases, rules in lower case, an answer before the registry is reloaded,
 * models in the order of a map, a file that can't be written, accounts with exclusions of their own, and a key that two entries have.
 */
export interface CliProxyDouble {
  origin: string;
  /** The management key; a test may replace it. */
  key: string;
  config: DoubleConfig;
  accounts: DoubleAccount[];
  requests: DoubleRequest[];
  /** True while it can't write its file: it then changes what it has in memory, refuses, and applies nothing. */
  isReadOnly: boolean;
  /** Ends the ban of an address, as a restart of the server does. */
  liftBan(): void;
  /** Applies the configuration at once, as after a start of the server. */
  reload(): void;
  /** The ids that clients get now, as `/v1/models` lists them. */
  served(): Promise<string[]>;
  /** Called before each request is carried out: an answer replaces it, null lets it pass. */
  intercept: (request: DoubleRequest) => RouteAnswer | 'cut' | null;
  /** Awaited between carrying out each request and answering it. */
  beforeAnswer: (request: DoubleRequest) => Promise<void>;
  close(): Promise<void>;
}

/** `reloadMs`: time until a change of the configuration reaches clients. */
export async function startCliProxyDouble({ reloadMs }: { reloadMs: number }): Promise<CliProxyDouble> {
  let failures = 0;
  let isBanned = false;
  let registered = registryOf(newDoubleConfig(), newDoubleAccounts());

  function authenticate(given: string | null): RouteAnswer | null {
    if (isBanned)
      return {
        status: 403,
        body: { error: 'IP banned due to too many failed attempts. Try again in 30m0s' },
      };
    if (given === double.key) {
      failures = 0;
      return null;
    }
    failures += 1;
    isBanned = failures >= MAX_FAILURES;
    return {
      status: 401,
      body: { error: given === null ? 'missing management key' : 'invalid management key' },
    };
  }

  function answerManagement(request: DoubleRequest, url: URL): RouteAnswer | 'cut' {
    const refusal = authenticate(request.key);
    if (refusal !== null) return refusal;
    const intercepted = double.intercept(request);
    if (intercepted !== null) return intercepted;
    const answer =
      accountsAnswer(double.accounts, registered, url) ??
      manage(double.config, { method: request.method, url, body: request.body });
    if (double.isReadOnly && request.method !== 'GET' && answer.status === 200) {
      return {
        status: 500,
        body: { error: 'failed to save config: open config.yaml: read-only file system' },
      };
    }
    const next = registryOf(structuredClone(double.config), structuredClone(double.accounts));
    if (request.method !== 'GET') setTimeout(() => (registered = reordered(next)), reloadMs);
    return answer;
  }

  const { origin, close } = await serveDouble(
    { 'X-Cpa-Version': 'double' },
    async ({ method, url, headers, body }) => {
      if (url.pathname === '/management.html') return { html: PAGE };
      if (url.pathname === '/v1/models') {
        const clientKey = headers.authorization?.replace('Bearer ', '') ?? '';
        if (!double.config['api-keys'].includes(clientKey))
          return { status: 401, body: { error: 'Invalid API key' } };
        return { status: 200, body: { data: registered.all.map((id) => ({ id, object: 'model' })) } };
      }
      if (!url.pathname.startsWith('/v0/management/')) return { status: 404, body: null };
      const given = headers['x-management-key'];
      const key = typeof given === 'string' ? given : null;
      const request = { method, path: url.pathname + url.search, key, body };
      double.requests.push(request);
      const answer = answerManagement(request, url);
      await double.beforeAnswer(request);
      return answer;
    },
  );
  const double: CliProxyDouble = {
    origin,
    key: `mgmt-${crypto.randomUUID()}`,
    config: newDoubleConfig(),
    accounts: newDoubleAccounts(),
    requests: [],
    isReadOnly: false,
    liftBan: () => {
      isBanned = false;
    },
    reload: () => {
      registered = registryOf(double.config, double.accounts);
    },
    async served() {
      const { data } = (await (
        await fetch(`${origin}/v1/models`, { headers: { Authorization: 'Bearer client-key' } })
      ).json()) as { data: { id: string }[] };
      return data.map(({ id }) => id).sort();
    },
    intercept: () => null,
    beforeAnswer: async () => {},
    close,
  };
  return double;
}

/** The order of a map changes with each change of the registry. */
function reordered({ accounts, all }: Registry): Registry {
  return { accounts, all: [...all].reverse() };
}

/** The answer to a request about the accounts; null to any other request. */
function accountsAnswer(
  accounts: readonly DoubleAccount[],
  registered: Registry,
  { pathname, searchParams }: URL,
): RouteAnswer | null {
  switch (pathname) {
    case '/v0/management/auth-files': {
      const files = accounts.map(({ name, provider }) => ({ id: name, name, type: provider, provider }));
      return { status: 200, body: { files } };
    }
    case '/v0/management/auth-files/models': {
      const models = registered.accounts[searchParams.get('name') ?? ''] ?? [];
      return { status: 200, body: { models: models.map((id) => ({ id })) } };
    }
    default:
      return null;
  }
}
