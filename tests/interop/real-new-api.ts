/** A channel of the server, as far as these tests read it. */
interface RealChannel {
  id: number;
  name: string;
  status: number;
  models: string;
  group: string;
  model_mapping: string | null;
}

/** A real new-api server, as another administrator and a client reach it. */
export interface RealNewApi {
  readonly origin: string;
  /** The session's cookie and the user's id, with which a page is signed in. */
  readonly session: { readonly name: string; readonly value: string };
  readonly userId: string;
  channel(id: number): Promise<RealChannel>;
  /** Creates a channel with an upstream that isn't asked. Resolves with its id. */
  create(fields: Pick<RealChannel, 'name' | 'models'> & Partial<RealChannel>): Promise<number>;
  change(fields: { id: number } & Partial<RealChannel>): Promise<void>;
  remove(id: number): Promise<void>;
  /** The ids of `/v1/models` for a client of the group “default”, sorted. */
  offered(): Promise<string[]>;
}

/** Models that have a price in the settings of a new server. */
export const PRICED = ['gpt-4o', 'gpt-4o-mini', 'gpt-4-turbo', 'gpt-3.5-turbo'] as const;

/** Signs in with what `npm run test:interop` got as `--key NAME:PASSWORD`. */
export async function realNewApi(): Promise<RealNewApi> {
  const { INTEROP_ORIGIN: origin, INTEROP_KEY: key = '' } = process.env;
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
  const channels = async () =>
    (await call<{ items: RealChannel[] }>('GET', '/channel/?p=1&page_size=100&id_sort=true', null)).items;

  return {
    origin,
    session: { name, value },
    userId,
    channel: (id) => call<RealChannel>('GET', `/channel/${id}`, null),
    async create(fields) {
      const channel = {
        type: 1,
        key: 'sk-upstream',
        base_url: 'http://127.0.0.1:9',
        group: 'default',
        ...fields,
      };
      await call('POST', '/channel/', { mode: 'single', channel });
      const created = (await channels()).find((one) => one.name === fields.name);
      if (created === undefined) throw new Error(`The server has no channel ${fields.name}.`);
      return created.id;
    },
    change: async (fields) => void (await call('PUT', '/channel/', fields)),
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
