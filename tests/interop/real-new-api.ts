import { execSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClaimedServer, claimAnswerOf } from '@/tests/fakes/new-api/claims';
import type { NewApiVersion } from '@/tests/fakes/new-api/versions';

/** A channel of the server, as far as these tests read it. */
interface RealChannel {
  id: number;
  name: string;
  status: number;
  models: string;
  group: string;
  model_mapping: string | null;
  tag: string | null;
}

type NewChannel = Pick<RealChannel, 'name' | 'models'> & Partial<RealChannel> & { base_url?: string };

/** A session with which a page is signed in. */
interface RealSession {
  readonly cookie: { readonly name: string; readonly value: string; readonly path: string };
  /** Ends it on the server, which has room for 50 of a user. */
  end(): Promise<void>;
}

/** A real new-api server, as another administrator and a client reach it. */
export interface RealNewApi {
  readonly origin: string;
  /** Signs in for a page, which replaces the cookie: one that was replaced a while ago would end the session. */
  openSession(): Promise<RealSession>;
  readonly userId: string;
  /** The oldest version whose session and routes the server has. */
  readonly version: NewApiVersion;
  /** The server as the claims about it reach it. What they create is removed by `removeClaimed`. */
  readonly claimed: ClaimedServer;
  removeClaimed(): Promise<void>;
  channel(id: number): Promise<RealChannel>;
  /** Creates a channel with an upstream that isn't asked. Resolves with its id. */
  create(fields: NewChannel): Promise<number>;
  /** Creates channels with the name and a number. Resolves with their ids. */
  createMany(count: number, fields: NewChannel): Promise<number[]>;
  change(fields: { id: number } & Partial<RealChannel>): Promise<void>;
  switchOff(id: number): Promise<void>;
  remove(id: number): Promise<void>;
  /** Sends requests until the server takes no more. Resolves with false if it takes them all. */
  exhaustLimit(): Promise<boolean>;
  /** Waits until the server takes requests again. */
  passLimit(): Promise<void>;
  /** Restarts the server, and waits until it answers; null without a command for it. */
  readonly restart: (() => Promise<void>) | null;
  /** The ids of `/v1/models` for a client of the group “default”, sorted. */
  offered(): Promise<string[]>;
}

/** Models that have a price in the settings of a new server. */
export const PRICED = ['gpt-4o', 'gpt-4o-mini', 'gpt-4-turbo', 'gpt-3.5-turbo', 'gpt-4', 'gpt-4.1'] as const;

/** Time over which the server counts requests, and some more, in milliseconds. */
const LIMIT_MS = 190_000;

/** Longer than a newer server takes a cookie that was replaced, in milliseconds. */
const GRACE_MS = 33_000;

/** The data of a sign-in: those of newer versions have the user in a member. */
interface SignedIn {
  id?: number;
  access_token?: string;
  user?: { id: number };
}

/** Requests after which a server is taken for one without a limit; the default limit is 180 in 180 s. */
const MAX_REQUESTS = 400;

/** Waits until a server answers. Rejects after 30 s. */
async function waitFor(origin: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 250) {
    const isUp = await fetch(`${origin}/api/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${origin} does not answer after its restart.`);
}

/** An upstream of a channel: a server with a list of models. */
export async function startUpstream(
  models: readonly string[],
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

let connected: Promise<RealNewApi> | null = null;

/** The server that `npm run test:interop` got, with its `--key NAME:PASSWORD`: newer ones take 100 sign-ins a day. */
export function realNewApi(): Promise<RealNewApi> {
  const { INTEROP_ORIGIN: origin, INTEROP_KEY: key = '', INTEROP_RESTART: restart = null } = process.env;
  if (origin === undefined || !key.includes(':')) {
    throw new Error('Run these tests by npm run test:interop, with --key NAME:PASSWORD.');
  }
  connected ??= connectNewApi(origin, key, restart);
  return connected;
}

/** Signs in to a server with this `NAME:PASSWORD`. `restart`: the command that restarts it. */
export async function connectNewApi(
  origin: string,
  key: string,
  restart: string | null,
): Promise<RealNewApi> {
  const [username, password] = key.split(':');
  const send: ClaimedServer['send'] = async (method, path, { headers, body }) => {
    const response = await fetch(origin + path, {
      method,
      // A browser adds the origin.
      headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return claimAnswerOf(response, await response.text());
  };

  async function signIn() {
    const answer = await send('POST', '/api/user/login', { body: { username, password } });
    if (answer.body?.success !== true) throw new Error(`Nobody can sign in: ${answer.status} ${answer.text}`);
    const { access_token: token, user, id } = answer.body.data as SignedIn;
    const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(answer.headers.getSetCookie().join()) ?? [];
    const userId = String(user?.id ?? id);
    // The session of older servers is the cookie with the user's id, that of newer ones a token.
    const cookie = `${name}=${value}`;
    const headers: Record<string, string> =
      token === undefined ? { Cookie: cookie, 'New-Api-User': userId } : { Authorization: `Bearer ${token}` };
    const isNew = token !== undefined;
    const end = async () =>
      void (isNew
        ? await send('POST', '/api/user/auth/logout', { headers })
        : await send('GET', '/api/user/logout', { headers }));
    return { name, value, cookie, userId, headers, isNew, end };
  }
  let admin = await signIn();
  const { userId, isNew } = admin;

  /** Sends a request as the administrator, who signs in again when the session has ended. */
  async function sendAsAdmin(method: string, path: string, body: object | null) {
    const ask = () => send(method, path, { headers: admin.headers, ...(body !== null && { body }) });
    const answer = await ask();
    if (answer.status !== 401) return answer;
    admin = await signIn();
    return ask();
  }

  async function call<Answer>(method: string, path: string, body: object | null): Promise<Answer> {
    const answer = await sendAsAdmin(method, `/api${path}`, body);
    const { success = false, message = answer.text, data } = answer.body ?? {};
    if (!success) throw new Error(`${method} ${path}: ${answer.status} ${message}`);
    return data as Answer;
  }

  /** By what the server does, since it may name no version. */
  async function versionOf(): Promise<NewApiVersion> {
    if (isNew) return 'C';
    const { status } = await sendAsAdmin('POST', '/api/channel/0/status', { status: 1 });
    return status === 404 ? 'A' : 'B';
  }
  const version = await versionOf();

  const CLIENT = 'steward-interop';
  async function clientKey(): Promise<string> {
    const find = async () =>
      (
        await call<{ items: { id: number; name: string }[] }>('GET', '/token/?p=1&page_size=100', null)
      ).items.find((token) => token.name === CLIENT);
    if ((await find()) === undefined) {
      await call('POST', '/token/', {
        name: CLIENT,
        expired_time: -1,
        remain_quota: 0,
        unlimited_quota: true,
        group: '',
      });
    }
    const token = await find();
    return (await call<{ key: string }>('POST', `/token/${token?.id}/key`, null)).key;
  }
  const client = await clientKey();
  async function channels(): Promise<RealChannel[]> {
    const all: RealChannel[] = [];
    for (let page = 1; ; page += 1) {
      const path = `/channel/?p=${page}&page_size=100&id_sort=true`;
      const { items, total } = await call<{ items: RealChannel[]; total: number }>('GET', path, null);
      all.push(...items);
      if (page * 100 >= total) return all;
    }
  }

  async function post(fields: NewChannel): Promise<void> {
    const channel = {
      type: 1,
      key: 'sk-upstream',
      base_url: 'http://127.0.0.1:9',
      group: 'default',
      ...fields,
    };
    await call('POST', '/channel/', { mode: 'single', channel });
  }

  /** Sends requests until the server takes no more. */
  async function exhaustLimit(): Promise<boolean> {
    for (let sent = 0; sent < MAX_REQUESTS; sent += 1) {
      if ((await fetch(`${origin}/api/status`)).status === 429) return true;
    }
    return false;
  }

  async function create(fields: NewChannel): Promise<number> {
    await post(fields);
    const created = (await channels()).find((one) => one.name === fields.name);
    if (created === undefined) throw new Error(`The server has no channel ${fields.name}.`);
    return created.id;
  }

  const claimedIds: number[] = [];
  const claimedSessions: { end(): Promise<void> }[] = [];
  const claimed: ClaimedServer = {
    version,
    priced: [PRICED[0], PRICED[5]],
    unpriced: `unpriced-${Date.now()}`,
    send,
    asAdmin: sendAsAdmin,
    asClient: (method, path, body) =>
      send(method, path, {
        headers: { Authorization: `Bearer sk-${client}` },
        ...(body !== null && { body }),
      }),
    async signIn() {
      const session = await signIn();
      claimedSessions.push(session);
      return session;
    },
    async create({ name: wanted, ...fields }) {
      const id = await create({ ...fields, name: `${wanted} ${Date.now()} ${claimedIds.length}` });
      claimedIds.push(id);
      return id;
    },
    passGrace: () => new Promise((resolve) => setTimeout(resolve, GRACE_MS)),
    exhaustLimit,
  };

  return {
    origin,
    async openSession() {
      const { name, value, end } = await signIn();
      return { cookie: { name, value, path: isNew ? '/api/user/auth' : '/' }, end };
    },
    userId,
    version,
    claimed,
    async removeClaimed() {
      for (const id of claimedIds.splice(0)) await call('DELETE', `/channel/${id}`, null);
      for (const session of claimedSessions.splice(0)) await session.end();
    },
    channel: (id) => call<RealChannel>('GET', `/channel/${id}`, null),
    create,
    async createMany(count, { name, ...fields }) {
      for (let index = 0; index < count; index += 1) await post({ ...fields, name: `${name} ${index}` });
      return (await channels()).filter((one) => one.name.startsWith(`${name} `)).map(({ id }) => id);
    },
    change: async (fields) => void (await call('PUT', '/channel/', fields)),
    async switchOff(id) {
      // Later versions have a route of its own for the status.
      await call('POST', `/channel/${id}/status`, { status: 2 }).catch(() =>
        call('PUT', '/channel/', { id, status: 2 }),
      );
    },
    exhaustLimit,
    passLimit: () => new Promise((resolve) => setTimeout(resolve, LIMIT_MS)),
    restart:
      restart === null
        ? null
        : async () => {
            execSync(restart, { stdio: 'ignore' });
            await waitFor(origin);
          },
    remove: async (id) => void (await call('DELETE', `/channel/${id}`, null)),
    async offered() {
      const response = await fetch(`${origin}/v1/models`, {
        headers: { Authorization: `Bearer sk-${client}` },
      });
      const list = (await response.json()) as { data: { id: string }[] | null };
      return (list.data ?? []).map(({ id }) => id).sort(); // Null without any.
    },
  };
}
