import { execSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** A real new-api server, as another administrator and a client reach it. */
export interface RealNewApi {
  readonly origin: string;
  /** The session's cookie and the user's id, with which a page is signed in. */
  readonly session: { readonly name: string; readonly value: string };
  readonly userId: string;
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
  /** Restarts the server, and waits until it answers; null without a command for it. */
  readonly restart: (() => Promise<void>) | null;
  /** The ids of `/v1/models` for a client of the group “default”, sorted. */
  offered(): Promise<string[]>;
}

/** Models that have a price in the settings of a new server. */
export const PRICED = ['gpt-4o', 'gpt-4o-mini', 'gpt-4-turbo', 'gpt-3.5-turbo', 'gpt-4', 'gpt-4.1'] as const;

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

/** Signs in with what `npm run test:interop` got as `--key NAME:PASSWORD`. */
export async function realNewApi(): Promise<RealNewApi> {
  const { INTEROP_ORIGIN: origin, INTEROP_KEY: key = '', INTEROP_RESTART: restartCommand } = process.env;
  const [username, password] = key.split(':');
  if (origin === undefined || password === undefined) {
    throw new Error('Run these tests by npm run test:interop, with --key NAME:PASSWORD.');
  }
  const signedIn = await fetch(`${origin}/api/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { data } = (await signedIn.json()) as { data: { id: number } };
  const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(signedIn.headers.getSetCookie().join()) ?? [];
  const userId = String(data.id);

  async function call<Answer>(method: string, path: string, body: object | null): Promise<Answer> {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { Cookie: `${name}=${value}`, 'New-Api-User': userId, 'Content-Type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { success: boolean; message: string; data: Answer };
    if (!answer.success) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
    return answer.data;
  }

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

  return {
    origin,
    session: { name, value },
    userId,
    channel: (id) => call<RealChannel>('GET', `/channel/${id}`, null),
    async create(fields) {
      await post(fields);
      const created = (await channels()).find((one) => one.name === fields.name);
      if (created === undefined) throw new Error(`The server has no channel ${fields.name}.`);
      return created.id;
    },
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
    async exhaustLimit() {
      for (let sent = 0; sent < MAX_REQUESTS; sent += 1) {
        if ((await fetch(`${origin}/api/status`)).status === 429) return true;
      }
      return false;
    },
    restart:
      restartCommand === undefined
        ? null
        : async () => {
            execSync(restartCommand, { stdio: 'ignore' });
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
