/** A real CLIProxyAPI server, as another admin and a client reach it. */
export interface RealCliProxy {
  readonly origin: string;
  readonly key: string;
  /** The ids that clients get, sorted. */
  served(): Promise<string[]>;
  /** The exclusion rules of all OAuth providers. */
  rules(): Promise<Record<string, string[]>>;
  /** Replaces the rules of one provider. */
  setRules(provider: string, rules: readonly string[]): Promise<void>;
  /** A provider whose preview models clients get from its accounts alone, with these models. */
  providerWithPreviews(): Promise<{ provider: string; previews: string[] }>;
}

const PROVIDERS = ['xai', 'aistudio', 'vertex', 'antigravity', 'claude', 'codex', 'kimi'];

interface Config {
  'api-keys': string[];
  'oauth-excluded-models': Record<string, string[]> | null;
}

/** Reads the address from the environment, which `npm run test:interop` sets. */
export function realCliProxy(): RealCliProxy {
  const { INTEROP_ORIGIN: origin, INTEROP_KEY: key } = process.env;
  if (origin === undefined || key === undefined)
    throw new Error('Run these tests by npm run test:interop, with --key.');

  async function manage<Answer>(method: string, path: string, body: object | null): Promise<Answer> {
    const response = await fetch(`${origin}/v0/management${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
  const config = () => manage<Config>('GET', '/config', null);

  async function served(): Promise<string[]> {
    const [clientKey] = (await config())['api-keys'];
    const response = await fetch(`${origin}/v1/models`, {
      headers: { Authorization: `Bearer ${clientKey}` },
    });
    const { data } = (await response.json()) as { data: { id: string }[] };
    return data.map(({ id }) => id).sort();
  }
  // None are listed as null.
  const rules = async () => (await config())['oauth-excluded-models'] ?? {};

  async function setRules(provider: string, wanted: readonly string[]): Promise<void> {
    if (wanted.length === 0 && (await rules())[provider] === undefined) return;
    await manage('PATCH', '/oauth-excluded-models', { provider, models: wanted });
  }

  return {
    origin,
    key,
    served,
    rules,
    setRules,
    async providerWithPreviews() {
      const before = await served();
      for (const provider of PROVIDERS) {
        const path = `/model-definitions/${provider}`;
        const { models } = await manage<{ models: { id: string }[] }>('GET', path, null);
        const previews = models.map(({ id }) => id).filter((id) => /preview/.test(id) && before.includes(id));
        if (previews.length === 0) continue;
        // Tries it, since accounts of other providers and API keys may serve them, too.
        const own = (await rules())[provider] ?? []; // None are left out.
        await setRules(provider, [...own, '*preview*']);
        const areGone = await until(async () => !(await served()).some((id) => previews.includes(id)));
        await setRules(provider, own);
        await until(async () => (await served()).length === before.length);
        if (areGone) return { provider, previews };
      }
      throw new Error('No OAuth account of this server is the only one to serve a preview model.');
    },
  };
}

/** True once the condition holds; false if it doesn't within five seconds. The server reloads after its answer. */
async function until(condition: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 25; attempt += 1) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}
