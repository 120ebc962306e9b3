import { PRICED_MODELS } from './double-channels';
import type { NewApiVersion } from './versions';

/** A request as it is sent, and the parts of its answer that claims are about. */
export interface ClaimAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Null if the text isn't JSON. */
  body: ClaimBody | null;
}

export function claimAnswerOf({ status, headers }: Response, text: string): ClaimAnswer {
  try {
    return { status, headers, text, body: JSON.parse(text) };
  } catch {
    // A refusal for too many requests has no body.
    return { status, headers, text, body: null };
  }
}

interface ClaimBody {
  success?: boolean;
  code?: string;
  message?: string;
  data?: unknown;
  error?: unknown;
}

/** A session of the server's administrator. */
interface ClaimSession {
  /** As the header of a request, e.g. `new_api_refresh=…`. */
  cookie: string;
  userId: string;
}

/** A real server, or its double, to which claims are compared. */
export interface ClaimedServer {
  readonly version: NewApiVersion;
  /** Models with a price, and one without, none of which a channel has. */
  readonly priced: readonly [string, string];
  readonly unpriced: string;
  /** Sends a request with these headers only. */
  send(
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: object },
  ): Promise<ClaimAnswer>;
  /** Sends a request as the administrator, by the way that the version has. */
  asAdmin(method: string, path: string, body: object | null): Promise<ClaimAnswer>;
  /** Sends a request of a client of the group “default”. */
  asClient(method: string, path: string, body: object | null): Promise<ClaimAnswer>;
  /** Signs in once more. */
  signIn(): Promise<ClaimSession>;
  /** Creates a channel. Resolves with its id; the caller of the claim removes it afterwards. */
  create(fields: { name: string; models: string; priority?: number; base_url?: string }): Promise<number>;
  /** Waits until a cookie that was replaced is no longer taken. */
  passGrace(): Promise<void>;
  /** Uses up the limit of requests; resolves with false if the server has none. */
  exhaustLimit(): Promise<boolean>;
}

/** One fact about the server that Steward relies on. */
export interface Claim {
  claim: string;
  /** The versions on which it was seen. */
  seenOn: readonly NewApiVersion[];
  /** Reads the fact; null if the server is set up so that it can't be read. */
  observe(server: ClaimedServer): Promise<unknown>;
  expected: unknown;
}

const NEW = ['C'] as const;
const OLD = ['A', 'B'] as const;
const ALL = ['A', 'B', 'C'] as const;

interface Keyed {
  key: string;
}

/** The data of an exchange. */
interface Bundle {
  access_token: string;
  /** In seconds since 1970. */
  access_expires_at: number;
}

const REFRESH = '/api/user/auth/refresh';
const LIST = '/api/channel/?p=1&page_size=100';

const facts = ({ status, body }: ClaimAnswer) => ({ status, success: body?.success, code: body?.code });
/** The data of an answer: the caller says of what form they have to be, and the claim fails for another one. */
const dataOf = <Data>({ body }: ClaimAnswer) => body?.data as Data;
const idsOf = (answer: ClaimAnswer) => dataOf<{ items: { id: number }[] }>(answer).items.map(({ id }) => id);
const cookieIn = ({ headers }: ClaimAnswer) => /^[^;]*/.exec(headers.getSetCookie().join())?.[0] ?? '';
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Refreshes as the page does: a browser adds the origin. */
async function refresh({ send }: ClaimedServer, cookie: string): Promise<ClaimAnswer & { token: string }> {
  const answer = await send('POST', REFRESH, { headers: { Cookie: cookie } });
  return { ...answer, token: dataOf<{ access_token: string } | undefined>(answer)?.access_token ?? '' };
}

/** Writes these fields of a new channel. Resolves with what it then has of them. */
async function written(
  server: ClaimedServer,
  fields: Record<string, unknown>,
  before: { models: string; priority?: number },
): Promise<unknown[]> {
  const id = await server.create({ name: `claim ${Object.keys(fields).join()}`, ...before });
  await server.asAdmin('PUT', '/api/channel/', { id, ...fields });
  const channel = dataOf<Record<string, unknown>>(await server.asAdmin('GET', `/api/channel/${id}`, null));
  return Object.keys(fields).map((name) => channel[name]);
}

/** Checks the claims about a server. Each claim concerns one answer. */
export const CLAIMS: readonly Claim[] = [
  {
    claim: 'each answer names the version in a header',
    seenOn: ALL,
    observe: async ({ send }) => (await send('GET', '/api/status', {})).headers.has('X-New-Api-Version'),
    expected: true,
  },
  {
    claim: 'a request without a session is refused with the status 401',
    seenOn: ALL,
    observe: async ({ send }) => (await send('GET', LIST, {})).status,
    expected: 401,
  },
  {
    claim: 'that refusal has a code',
    seenOn: NEW,
    observe: async ({ send }) => facts(await send('GET', LIST, {})),
    expected: { status: 401, success: false, code: 'AUTH_UNAUTHORIZED' },
  },
  {
    claim: 'the session’s cookie with the user’s id is a session',
    seenOn: OLD,
    async observe(server) {
      const { cookie, userId } = await server.signIn();
      const alone = await server.send('GET', LIST, { headers: { Cookie: cookie } });
      const both = await server.send('GET', LIST, { headers: { Cookie: cookie, 'New-Api-User': userId } });
      return [alone.status, both.body?.success];
    },
    expected: [401, true],
  },
  {
    claim: 'the session’s cookie with the user’s id is none',
    seenOn: NEW,
    async observe(server) {
      const { cookie, userId } = await server.signIn();
      return facts(await server.send('GET', LIST, { headers: { Cookie: cookie, 'New-Api-User': userId } }));
    },
    expected: { status: 401, success: false, code: 'AUTH_UNAUTHORIZED' },
  },
  {
    claim:
      'the cookie is exchanged for a token of 15 minutes, which is enough, whatever user’s id is beside it',
    seenOn: NEW,
    async observe(server) {
      const refreshed = await refresh(server, (await server.signIn()).cookie);
      const { access_expires_at: endsAt, access_token: token } = dataOf<Bundle>(refreshed);
      const minutes = Math.round((endsAt - Date.now() / 1_000) / 60);
      const headers = { ...bearer(token), 'New-Api-User': '4711' };
      return [minutes, (await server.send('GET', LIST, { headers })).body?.success];
    },
    expected: [15, true],
  },
  {
    claim: 'an exchange replaces the cookie; tokens stay valid, and the cookie before is taken for a while',
    seenOn: NEW,
    async observe(server) {
      const { cookie } = await server.signIn();
      const first = await refresh(server, cookie);
      const second = await refresh(server, cookie);
      const isReplaced = cookieIn(first) !== cookie;
      const isOneCookie = cookieIn(first) === cookieIn(second);
      const reads = [first, second].map(({ token }) => server.send('GET', LIST, { headers: bearer(token) }));
      return [isReplaced, isOneCookie, ...(await Promise.all(reads)).map(({ status }) => status)];
    },
    expected: [true, true, 200, 200],
  },
  {
    claim: 'a cookie that was replaced a while ago ends the session',
    seenOn: NEW,
    async observe(server) {
      const { cookie } = await server.signIn();
      const newest = await refresh(server, cookie);
      await server.passGrace();
      const late = await refresh(server, cookie);
      const after = await refresh(server, cookieIn(newest));
      const read = await server.send('GET', LIST, { headers: bearer(newest.token) });
      return [facts(late), after.status, read.status];
    },
    expected: [{ status: 401, success: false, code: 'AUTH_SESSION_REVOKED' }, 401, 401],
  },
  {
    claim: 'an exchange without the cookie is refused',
    seenOn: NEW,
    observe: async (server) => facts(await refresh(server, '')),
    expected: { status: 401, success: false, code: 'AUTH_UNAUTHORIZED' },
  },
  {
    claim: 'there is no exchange: its path is unknown',
    seenOn: OLD,
    async observe({ send }) {
      const { status, body } = await send('POST', REFRESH, {});
      return status >= 500 || body?.success === true;
    },
    expected: false,
  },
  {
    claim: 'a system access token is enough by itself, and a new one ends the old',
    seenOn: NEW,
    async observe(server) {
      const make = async () => dataOf<string>(await server.asAdmin('GET', '/api/user/token', null));
      const read = (token: string) => server.send('GET', LIST, { headers: { Authorization: token } });
      const first = await make();
      const before = await read(first);
      const second = await make();
      return [before.body?.success, facts(await read(first)), (await read(second)).body?.success];
    },
    expected: [true, { status: 401, success: false, code: 'AUTH_UNAUTHORIZED' }, true],
  },
  {
    claim:
      'the list has at most 100 channels on a page, the first page is 0 or 1, and one past the end is empty',
    seenOn: ALL,
    async observe(server) {
      await server.create({ name: 'claim list', models: server.priced[0] });
      const read = (query: string) => server.asAdmin('GET', `/api/channel/?${query}`, null);
      const one = await read('p=1&page_size=200');
      const { page_size: size } = dataOf<{ page_size: number }>(one);
      const isSame = idsOf(one).join() === idsOf(await read('p=0&page_size=200')).join();
      return [size, isSame, idsOf(await read('p=9999&page_size=100'))];
    },
    expected: [100, true, []],
  },
  {
    claim: '`id_sort=true` sorts by descending id; without it, the priority comes first',
    seenOn: NEW,
    async observe(server) {
      const important = await server.create({ name: 'claim one', models: server.priced[0], priority: 900 });
      const newer = await server.create({ name: 'claim two', models: server.priced[0], priority: 1 });
      const firstBy = async (query: string) => {
        const ids = idsOf(await server.asAdmin('GET', `${LIST}&${query}`, null));
        return ids.find((id) => [important, newer].includes(id)) === newer ? 'newer' : 'important';
      };
      return [await firstBy('id_sort=true'), await firstBy('id_sort=false')];
    },
    expected: ['newer', 'important'],
  },
  {
    claim: 'the key of a channel is never in an answer',
    seenOn: ALL,
    async observe(server) {
      const id = await server.create({ name: 'claim key', models: server.priced[0] });
      const one = dataOf<Keyed>(await server.asAdmin('GET', `/api/channel/${id}`, null));
      const { items } = dataOf<{ items: Keyed[] }>(await server.asAdmin('GET', LIST, null));
      return [one, ...items].filter(({ key }) => key !== '');
    },
    expected: [],
  },
  {
    claim: 'a change keeps an empty list of models and of groups as it was',
    seenOn: ALL,
    observe: (server) => written(server, { models: '', group: '' }, { models: server.priced[0] }),
    expected: [PRICED_MODELS[0], 'default'],
  },
  {
    claim: 'a change takes names as they are: with blanks, twice, or empty',
    seenOn: ALL,
    observe: (server) => written(server, { models: ' a ,b,,b' }, { models: server.priced[0] }),
    expected: [' a ,b,,b'],
  },
  {
    claim: 'a change clears a mapping by an empty text',
    seenOn: ALL,
    async observe(server) {
      const models = server.priced[0];
      const set = await written(server, { model_mapping: '{"a":"b"}' }, { models });
      const cleared = await written(server, { model_mapping: '' }, { models });
      return [...set, ...cleared];
    },
    expected: ['{"a":"b"}', ''],
  },
  {
    claim: 'a change stores the priority 0',
    seenOn: NEW,
    observe: (server) => written(server, { priority: 0 }, { models: server.priced[0], priority: 7 }),
    expected: [0],
  },
  {
    claim: 'a change sets the status',
    seenOn: ['A'],
    observe: (server) => written(server, { status: 2 }, { models: server.priced[0] }),
    expected: [2],
  },
  {
    claim: 'a change that has a status is refused as a whole, with the status 200',
    seenOn: ['B', 'C'],
    async observe(server) {
      const id = await server.create({ name: 'claim status', models: server.priced[0] });
      const answer = await server.asAdmin('PUT', '/api/channel/', { id, status: 2, models: 'x' });
      const read = await server.asAdmin('GET', `/api/channel/${id}`, null);
      const { status, models } = dataOf<{ status: number; models: string }>(read);
      return [answer.status, answer.body?.success, status, models];
    },
    expected: [200, false, 1, PRICED_MODELS[0]],
  },
  {
    claim:
      'the status has a route of its own, which says whether it changed anything, and takes 1 and 2 only',
    seenOn: ['B', 'C'],
    async observe(server) {
      const id = await server.create({ name: 'claim route', models: server.priced[0] });
      const set = async (status: number) =>
        (await server.asAdmin('POST', `/api/channel/${id}/status`, { status })).body;
      const [off, again, third] = [await set(2), await set(2), await set(3)];
      return [off?.data, again?.data, third?.success];
    },
    expected: [true, false, false],
  },
  {
    claim: 'the status has no route of its own: the answer is 404 with an error',
    seenOn: ['A'],
    async observe(server) {
      const { status, body } = await server.asAdmin('POST', '/api/channel/1/status', { status: 1 });
      return [status, body?.error !== undefined];
    },
    expected: [404, true],
  },
  {
    claim: 'an unknown channel is refused with the status 200',
    seenOn: ALL,
    observe: async (server) => facts(await server.asAdmin('GET', '/api/channel/987654', null)),
    expected: { status: 200, success: false, code: undefined },
  },
  {
    claim: 'clients get a model with a price from the answer to the change on, and lose it in the same way',
    seenOn: ALL,
    async observe(server) {
      const [, model] = server.priced;
      const listed = async () =>
        (await server.asClient('GET', '/v1/models', null)).text.includes(`"${model}"`);
      const before = await listed();
      const id = await server.create({ name: 'claim served', models: server.priced[0] });
      await server.asAdmin('PUT', '/api/channel/', { id, models: model });
      const during = await listed();
      await server.asAdmin('PUT', '/api/channel/', { id, models: server.priced[0] });
      return [before, during, await listed()];
    },
    expected: [false, true, false],
  },
  {
    claim: 'a model without a price is not listed, and its calls fail',
    seenOn: NEW,
    async observe(server) {
      await server.create({ name: 'claim unpriced', models: server.unpriced });
      const list = await server.asClient('GET', '/v1/models', null);
      const messages = [{ role: 'user', content: 'Hello' }];
      const call = await server.asClient('POST', '/v1/chat/completions', {
        model: server.unpriced,
        messages,
      });
      // A server on a busy machine refuses calls, unless its monitor is switched off.
      if (call.text.includes('overloaded')) return null;
      return [list.text.includes(`"${server.unpriced}"`), call.status, call.text.includes('price')];
    },
    expected: [false, 400, true],
  },
  {
    claim: 'the price list has an offered model without a price with the ratio 37.5',
    seenOn: ALL,
    async observe(server) {
      await server.create({ name: 'claim prices', models: `${server.priced[0]},${server.unpriced}` });
      type Price = { model_name: string; quota_type: number; model_ratio: number };
      const rows = dataOf<Price[]>(await server.asAdmin('GET', '/api/pricing', null));
      const row = rows.find((one) => one.model_name === server.unpriced);
      return [row?.quota_type, row?.model_ratio];
    },
    expected: [0, 37.5],
  },
  {
    claim: 'a model of no channel is refused with the status 503',
    seenOn: ALL,
    async observe(server) {
      const messages = [{ role: 'user', content: 'Hello' }];
      const { status } = await server.asClient('POST', '/v1/chat/completions', {
        model: 'no-such',
        messages,
      });
      return status;
    },
    expected: 503,
  },
  {
    claim: 'a refusal for too many requests has no body',
    seenOn: ALL,
    async observe(server) {
      if (!(await server.exhaustLimit())) return null;
      const { status, text } = await server.send('GET', '/api/status', {});
      return [status, text];
    },
    expected: [429, ''],
  },
  {
    claim: 'that refusal says how many seconds it lasts',
    seenOn: NEW,
    async observe(server) {
      if (!(await server.exhaustLimit())) return null;
      const { headers } = await server.send('GET', '/api/status', {});
      return Number(headers.get('Retry-After')) > 0;
    },
    expected: true,
  },
];
