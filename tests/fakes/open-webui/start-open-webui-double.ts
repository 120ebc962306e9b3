import { type RouteAnswer, serveDouble } from '../serve-double';
import { type DoubleModel, newDoubleModels, OFFERED_IDS } from './double-models';
import { complete, FORBIDDEN, type ListedModel, list, listing, refusal, routeOfAdmin } from './model-routes';

/** Has the element by which the real page shows its tab Models, and none of its content. */
const PAGE =
  '<!doctype html><html lang="en"><title>Open WebUI</title><div id="tab-admin-models"><h2>Double of the models page</h2></div></html>';

/** A request to the API, as the double received it. */
interface OpenWebuiRequest {
  method: string;
  path: string;
  key: string | null;
  body: unknown;
}

/**
 * A double of Open WebUI: not the real server, but its routes for models as version 0.12.4 answers them, with the traps that
 * concern Steward: a toggle that flips, models without settings, settings that an update replaces as a whole, 401 in
 * place of 404 and 409, and calls that are served from the last listing.
 */
export interface OpenWebuiDouble {
  origin: string;
  /** An administrator's API key; a test may replace it. */
  key: string;
  /** The token of a user who is no administrator. */
  readonly userToken: string;
  offered: string[];
  stored: DoubleModel[];
  requests: OpenWebuiRequest[];
  /** The last listing. */
  served: readonly ListedModel[];
  /** The ids that the user can choose now. Lists the models, so calls are served by it from then on. */
  choosable(): Promise<string[]>;
  /** The ids of all models whose calls are served. Lists nothing. */
  callable(): string[];
  /** The settings of one model. */
  find(id: string): DoubleModel | undefined;
  /** Called before each request is carried out: an answer replaces it, null lets it pass. */
  intercept: (request: OpenWebuiRequest) => RouteAnswer | 'cut' | null;
  close(): Promise<void>;
}

/** The public part of the server's configuration, as far as it is needed. */
const CONFIG = { status: true, name: 'Open WebUI', version: '0.12.4', default_locale: '' };

export async function startOpenWebuiDouble(): Promise<OpenWebuiDouble> {
  function answerApi(request: OpenWebuiRequest, url: URL): RouteAnswer | 'cut' {
    const { key, method, body } = request;
    if (key === null) return refusal(401, 'Not authenticated');
    const intercepted = double.intercept(request);
    if (intercepted !== null) return intercepted;
    if (key === double.key) return routeOfAdmin(double, { method, url, body });
    if (key !== double.userToken)
      return refusal(401, 'Your session has expired or the token is invalid. Please sign in again.');
    if (url.pathname !== '/api/models') return refusal(401, FORBIDDEN);
    return { status: 200, body: { data: list(double, isForAll) } };
  }

  const { origin, close } = await serveDouble({}, async ({ method, url, headers, body }) => {
    if (!url.pathname.startsWith('/api/')) return { html: PAGE };
    if (url.pathname === '/api/config') return { status: 200, body: CONFIG };
    const key = headers.authorization?.replace('Bearer ', '') ?? null;
    const request = { method, path: url.pathname + url.search, key, body };
    if (key !== double.userToken) double.requests.push(request);
    return answerApi(request, url);
  });
  const double: OpenWebuiDouble = {
    origin,
    key: `sk-${crypto.randomUUID().replaceAll('-', '')}`,
    userToken: 'the-token-of-a-user',
    offered: [...OFFERED_IDS],
    stored: newDoubleModels(),
    served: [],
    requests: [],
    async choosable() {
      const headers = { Authorization: `Bearer ${double.userToken}` };
      const response = await fetch(`${origin}/api/models`, { headers });
      const { data } = (await response.json()) as { data: { id: string }[] };
      return data.map(({ id }) => id).sort();
    },
    callable: () =>
      [...new Set([...double.offered, ...double.stored.map(({ id }) => id)])]
        .filter((id) => complete(double, id).status === 200)
        .sort(),
    find: (wanted) => double.stored.find(({ id }) => id === wanted),
    intercept: () => null,
    close,
  };
  double.served = listing(double);
  return double;
}

function isForAll({ access_grants: grants }: DoubleModel): boolean {
  return grants.some(({ principal_id: id, permission }) => id === '*' && permission === 'read');
}
