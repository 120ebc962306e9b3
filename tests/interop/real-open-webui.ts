/** The server's settings of one model, as far as these tests read them. */
interface Settings {
  id: string;
  name: string;
  base_model_id: string | null;
  is_active: boolean;
  meta: { hidden?: boolean };
  params: object;
}

/** A real Open WebUI server, as another administrator and a user reach it. */
export interface RealOpenWebui {
  readonly origin: string;
  /** The session token of an administrator, which the page takes, too. */
  readonly token: string;
  /** The API key of the same administrator, for Steward. */
  apiKey(): Promise<string>;
  /** The ids that the administrator can choose in chats, sorted. */
  choosable(): Promise<string[]>;
  /** True if the server finds the model of a call, which it does by its last listing. Lists nothing. */
  finds(id: string): Promise<boolean>;
  /** The ids that connections offer, sorted. */
  offered(): Promise<string[]>;
  settings(): Promise<Settings[]>;
  /** Enables or disables a model that has settings. */
  setActive(id: string, isActive: boolean): Promise<void>;
  /** Stores the first settings of a model. */
  create(id: string, isActive: boolean): Promise<void>;
  /** Deletes the settings of a model, so that it is as it was without any. */
  reset(id: string): Promise<void>;
  /** Restores the flags of `before`, and deletes the settings that were not there. */
  restore(before: readonly Settings[]): Promise<void>;
}

/** Reads the address from the environment, which `npm run test:interop` sets. */
export function realOpenWebui(): RealOpenWebui {
  const { INTEROP_ORIGIN: origin, INTEROP_KEY: token } = process.env;
  if (origin === undefined || token === undefined) {
    throw new Error('Run these tests by npm run test:interop, with --key.');
  }

  async function call<Answer>(method: string, path: string, body: object | null): Promise<Answer> {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
  const idsAt = async (path: string) =>
    (await call<{ data: { id: string }[] }>('GET', path, null)).data.map(({ id }) => id).sort();
  const settings = () => call<Settings[]>('GET', '/api/v1/models/all', null);

  async function setActive(id: string, isActive: boolean): Promise<void> {
    if ((await settings()).find((model) => model.id === id)?.is_active === isActive) return;
    await call('POST', `/api/v1/models/model/toggle?${new URLSearchParams({ id })}`, null);
  }
  const reset = async (id: string) => void (await call('POST', '/api/v1/models/model/delete', { id }));

  return {
    origin,
    token,
    apiKey: async () => (await call<{ api_key: string }>('GET', '/api/v1/auths/api_key', null)).api_key,
    choosable: () => idsAt('/api/models'),
    async finds(model) {
      const response = await fetch(`${origin}/api/chat/completions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 1 }),
      });
      // The model's own server may refuse the call; only this answer says that it wasn't asked.
      return !(await response.text()).includes('Model not found');
    },
    offered: () => idsAt('/api/models/base'),
    settings,
    setActive,
    async create(id, isActive) {
      const empty = { name: id, base_model_id: null, meta: {}, params: {}, access_grants: [] };
      await call('POST', '/api/v1/models/create', { id, ...empty, is_active: isActive });
    },
    reset,
    async restore(before) {
      const known = new Map(before.map((model) => [model.id, model]));
      for (const model of await settings()) {
        const earlier = known.get(model.id);
        if (earlier === undefined) await reset(model.id);
        else await setActive(model.id, earlier.is_active);
      }
    },
  };
}
