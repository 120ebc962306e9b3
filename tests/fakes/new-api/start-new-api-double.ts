import { readFileSync } from 'node:fs';
import { type RouteAnswer, serveDouble } from '../serve-double';
import { offeredTo, type RoutedChannels, routeOfChannels } from './channel-routes';
import { type DoubleChannel, newDoubleChannels } from './double-channels';

const PAGE = readFileSync('tests/fakes/new-api/channels-page.html', 'utf8');

/** A request to the API, as the double received it. */
interface NewApiRequest {
  method: string;
  path: string;
  body: unknown;
}

/**
 * A double of new-api: not the real server, but its routes for channels as commits 15880270 (`statusBy: 'put'`) and bde9b2f44
 * (`'route'`) answer them, behind a session whose cookie only the server's own pages send. Its page is a list with a dialog that
 * saves all fields of a channel as they were when it was opened.
 */
export interface NewApiDouble extends RoutedChannels {
  origin: string;
  statusBy: 'put' | 'route';
  hasStatusCodes: boolean;
  groups: string[];
  /** True if clients can list models without a price. */
  isSelfUse: boolean;
  /** Number of further requests that the rate limit lets pass. */
  requestsLeft: number;
  /** Time that each answer of the API takes, in milliseconds. */
  answerMs: number;
  requests: NewApiRequest[];
  /** Ends the session: the next request to the API is refused. */
  endSession(): void;
  /** One channel. Throws if there is none of this id. */
  find(id: number): DoubleChannel;
  /** The models that clients of a group can list now. */
  offered(group: string): string[];
  /** Called before each request is carried out: an answer replaces it, null lets it pass. */
  intercept: (request: NewApiRequest) => RouteAnswer | 'cut' | 'stall' | null;
  close(): Promise<void>;
}

export async function startNewApiDouble(): Promise<NewApiDouble> {
  let session = crypto.randomUUID();

  function answerApi(
    request: NewApiRequest,
    url: URL,
    headers: { cookie?: string; user: unknown },
  ): RouteAnswer | 'cut' | 'stall' {
    if (double.requestsLeft <= 0) return { status: 429, body: undefined };
    double.requestsLeft -= 1;
    if (url.pathname === '/api/status') return status(double.isSelfUse);
    if (!headers.cookie?.includes(`session=${session}`) || headers.user !== '1') {
      return { status: 401, body: { success: false, message: 'Unauthorized, not logged in' } };
    }
    return double.intercept(request) ?? routeOfChannels(double, { ...request, url });
  }

  const answerHeaders = { 'X-New-Api-Version': 'v0.0.0', 'X-Oneapi-Request-Id': 'request-1' };
  const { origin, close } = await serveDouble(answerHeaders, async ({ method, url, headers, body }) => {
    if (!url.pathname.startsWith('/api/')) {
      const cookie = `session=${session}; Path=/; HttpOnly; SameSite=Strict`;
      return { html: PAGE, headers: { 'Set-Cookie': cookie } };
    }
    const request = { method, path: url.pathname + url.search, body };
    double.requests.push(request);
    await new Promise((resolve) => setTimeout(resolve, double.answerMs));
    return answerApi(request, url, {
      user: headers['new-api-user'],
      ...(headers.cookie === undefined ? {} : { cookie: headers.cookie }),
    });
  });
  const double: NewApiDouble = {
    origin,
    channels: newDoubleChannels(),
    groups: ['default', 'svip', 'vip'],
    statusBy: 'put',
    hasStatusCodes: false,
    isSelfUse: false,
    requestsLeft: Number.POSITIVE_INFINITY,
    answerMs: 0,
    requests: [],
    endSession() {
      session = crypto.randomUUID();
    },
    find(wanted) {
      const found = double.channels.find(({ id }) => id === wanted);
      if (found === undefined) throw new Error(`The double has no channel ${wanted}.`);
      return found;
    },
    offered: (group) => offeredTo(double.channels, group),
    intercept: () => null,
    close,
  };
  return double;
}

function status(isSelfUse: boolean): RouteAnswer {
  const data = {
    version: 'v0.0.0',
    theme: 'default',
    quota_per_unit: 500_000,
    self_use_mode_enabled: isSelfUse,
  };
  return { status: 200, body: { success: true, message: '', data } };
}
