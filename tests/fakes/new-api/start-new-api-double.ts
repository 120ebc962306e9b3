import { readFileSync } from 'node:fs';
import { type RouteAnswer, serveDouble } from '../serve-double';
import {
  clientError,
  done,
  offeredTo,
  type RoutedChannels,
  routeOfCall,
  routeOfChannels,
} from './channel-routes';
import { type DoubleChannel, newDoubleChannels } from './double-channels';
import { createDoubleSession, type DoubleSession } from './double-session';
import type { NewApiVersion } from './versions';

const page = (name: string) => readFileSync(`tests/fakes/new-api/${name}.html`, 'utf8');
const PAGES = { old: page('channels-page-old'), new: page('channels-page') };

/** A request to the API, as the double received it. */
interface NewApiRequest {
  method: string;
  path: string;
  body: unknown;
}

/**
 * A double of new-api: not the real server, but its session and its routes for channels as a version answers them; `claims.ts` has what
 * it has in common with the real ones. Opening its page signs the user in, unless a test turns that off. The page is a list with a dialog that saves all fields of a
 * channel as they were when it was opened.
 */
export interface NewApiDouble extends RoutedChannels {
  origin: string;
  version: NewApiVersion;
  hasStatusCodes: boolean;
  groups: string[];
  usableGroups: string[];
  hasPriceList: boolean;
  /** True if clients can list and call models without a price. */
  isSelfUse: boolean;
  session: DoubleSession;
  /** False if opening the page signs nobody in. */
  signsInAtOpening: boolean;
  /** A client's key, of the group “default”. */
  clientKey: string;
  /** Number of further requests that the rate limit lets pass. */
  requestsLeft: number;
  /** Time that each answer of the API takes, in milliseconds. */
  answerMs: number;
  /** The requests but those of the sign-in. */
  requests: NewApiRequest[];
  /** Ends the session: the next request to the API is refused. */
  endSession(): void;
  /** One channel. Throws if there is none of this id. */
  find(id: number): DoubleChannel;
  /** The models that clients of a group can list now. */
  offered(group: string): string[];
  /** Called before each authorized request is carried out: an answer replaces it, null lets it pass. */
  intercept: (request: NewApiRequest) => RouteAnswer | 'cut' | 'stall' | null;
  close(): Promise<void>;
}

/** The name of the only client. */
const CLIENT = 'steward-interop';

async function modelsOf(upstream: string): Promise<string[]> {
  const { data } = (await (await fetch(`${upstream}/v1/models`)).json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}

/** Starts a double of the newest version. */
export const startNewApiDouble = (): Promise<NewApiDouble> => startNewApiDoubleOf('C');

export async function startNewApiDoubleOf(version: NewApiVersion): Promise<NewApiDouble> {
  const session = createDoubleSession(() => double.version);

  async function answerApi(
    request: NewApiRequest,
    url: URL,
    headers: Parameters<DoubleSession['refusal']>[0],
  ): Promise<RouteAnswer | 'cut' | 'stall'> {
    if (double.requestsLeft <= 0) return limited(double.version);
    double.requestsLeft -= 1;
    if (url.pathname === '/api/status') return status(double.isSelfUse);
    if (session.isRefresh(url)) return session.intercept() ?? session.refresh(headers, double.answerMs);
    if (url.pathname === '/api/user/login') return session.signIn();
    const refusal = session.refusal(headers);
    if (refusal !== null) return refusal;
    const intercepted = double.intercept(request);
    if (intercepted !== null) return intercepted;
    if (url.pathname === '/api/user/token') return done(session.renewAccessToken());
    if (url.pathname === '/api/user/auth/logout') {
      session.end();
      return done(null);
    }
    if (url.pathname.startsWith('/api/token/')) return tokenAnswer(request.path);
    const upstream = upstreamOf(request.path);
    if (upstream !== null) return done(await modelsOf(upstream));
    return routeOfChannels(double, { ...request, url });
  }

  /** The keys of clients: there is one, which its list masks. */
  function tokenAnswer(path: string): RouteAnswer {
    if (path.endsWith('/key')) return done({ key: double.clientKey.replace(/^sk-/, '') });
    return done({ items: [{ id: 1, name: CLIENT }] });
  }

  /** The address of the upstream that a request has the server ask, if it is one of a test; null for any other. */
  function upstreamOf(path: string): string | null {
    const [, id] = /\/fetch_models\/(\d+)$/.exec(path) ?? [];
    const address = double.channels.find((channel) => channel.id === Number(id))?.base_url ?? '';
    return address.startsWith('http://127.0.0.1:') ? address : null;
  }

  /** Answers clients, which have a key of their own. */
  function answerClient({ pathname }: URL, key: string | undefined, body: unknown): RouteAnswer {
    if (key !== `Bearer ${double.clientKey}`) return clientError(401, 'Invalid token', '');
    if (pathname === '/v1/models') {
      const data = double.offered('default').map((id) => ({ id, object: 'model' }));
      return { status: 200, body: { success: true, object: 'list', data } };
    }
    const { model } = body as { model: string };
    return routeOfCall(double, model);
  }

  const answerHeaders = { 'X-New-Api-Version': 'v0.0.0', 'X-Oneapi-Request-Id': 'request-1' };
  const { origin, close } = await serveDouble(answerHeaders, async ({ method, url, headers, body }) => {
    if (url.pathname.startsWith('/v1/')) return answerClient(url, headers.authorization, body);
    if (!url.pathname.startsWith('/api/')) {
      const html = double.version === 'C' ? PAGES.new : PAGES.old;
      return { html, headers: double.signsInAtOpening ? { 'Set-Cookie': session.cookie() } : {} };
    }
    const request = { method, path: url.pathname + url.search, body };
    if (!url.pathname.startsWith('/api/user/')) double.requests.push(request);
    await new Promise((resolve) => setTimeout(resolve, double.answerMs));
    return answerApi(request, url, headers);
  });
  const double: NewApiDouble = {
    origin,
    version,
    channels: newDoubleChannels(),
    groups: ['default', 'svip', 'vip'],
    usableGroups: ['default', 'vip'],
    hasPriceList: true,
    hasStatusCodes: false,
    isSelfUse: false,
    session,
    signsInAtOpening: true,
    clientKey: 'sk-client-of-the-double',
    requestsLeft: Number.POSITIVE_INFINITY,
    answerMs: 0,
    requests: [],
    endSession: session.end,
    find(wanted) {
      const found = double.channels.find(({ id }) => id === wanted);
      if (found === undefined) throw new Error(`The double has no channel ${wanted}.`);
      return found;
    },
    offered: (group) => offeredTo(double, group),
    intercept: () => null,
    close,
  };
  return double;
}

/** The refusal of a request beyond the limit, which has no body. Since version C it says for how many seconds. */
function limited(version: NewApiVersion): RouteAnswer {
  const answer = { status: 429, body: undefined };
  return version === 'C' ? { ...answer, headers: { 'Retry-After': '180' } } : answer;
}

function status(isSelfUse: boolean): RouteAnswer {
  return done({
    version: 'v0.0.0',
    theme: 'default',
    quota_per_unit: 500_000,
    self_use_mode_enabled: isSelfUse,
  });
}
