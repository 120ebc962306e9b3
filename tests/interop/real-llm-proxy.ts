import { matchesModel } from '@/tests/fakes/matches-model';

/** The two lists of a provider. */
export interface Filters {
  ignore: string[];
  whitelist: string[];
}

/** A provider of the server, a rule for it, and the listed models that the rule would hide. */
export interface Target {
  provider: string;
  pattern: string;
  models: string[];
}

/** A real LLM-API-Key-Proxy with web UI, as another admin and a client reach it. */
export interface RealLlmProxy {
  readonly origin: string;
  /** Null if the proxy needs none. */
  readonly key: string | null;
  /** The command that restarts it; null if none was given. */
  readonly restartCommand: string | null;
  /** The ids that clients get, sorted, without aliases for the latest model of a family. */
  served(): Promise<string[]>;
  /** The rules of all providers in its file. */
  rules(): Promise<Record<string, Filters>>;
  /** Replaces the rules of one provider. */
  setRules(provider: string, rules: Filters): Promise<void>;
  /** Preview models of one provider, or else one of its other models. */
  target(): Promise<Target>;
}

/** A provider without rules. */
export const NO_RULES: Filters = { ignore: [], whitelist: [] };

/** Reads the address from the environment, which `npm run test:interop` sets. */
export function realLlmProxy(): RealLlmProxy {
  const {
    INTEROP_ORIGIN: origin,
    INTEROP_KEY: key = null,
    INTEROP_RESTART: restartCommand = null,
  } = process.env;
  if (origin === undefined) throw new Error('Run these tests by npm run test:interop.');

  async function call<Answer>(method: string, path: string, body: object | null): Promise<Answer> {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  interface Config {
    model_filters: Record<string, Filters>;
    providers: Record<string, unknown>;
  }
  const config = () => call<Config>('GET', '/v1/admin/config', null);

  async function served(): Promise<string[]> {
    const { data } = await call<{ data: { id: string; latest_alias_for?: unknown }[] }>(
      'GET',
      '/v1/models',
      null,
    );
    const ids = data.filter((model) => (model.latest_alias_for ?? null) === null).map(({ id }) => id);
    return [...new Set(ids)].sort();
  }

  return {
    origin,
    key,
    restartCommand,
    served,
    rules: async () => (await config()).model_filters,
    async setRules(provider, rules) {
      await call('PUT', `/v1/admin/config/model-filters/${encodeURIComponent(provider)}`, rules);
    },
    async target() {
      const { providers, model_filters: filters } = await config();
      const ids = await served();
      const found = Object.keys(providers)
        .filter((provider) => /^[a-z0-9_]+$/.test(provider))
        .flatMap((provider): Target[] => {
          const own = ids.filter((id) => id.startsWith(`${provider}/`));
          const { ignore, whitelist } = filters[provider] ?? NO_RULES; // Most have none.
          const free = own.filter((id) => ![...ignore, ...whitelist].some((rule) => matchesModel(rule, id)));
          const previews = free.filter((id) => id.includes('preview'));
          const plain = free.find((id) => /^[\w./-]+$/.test(id));
          if (previews.length > 0) return [{ provider, pattern: '*preview*', models: previews }];
          return plain === undefined ? [] : [{ provider, pattern: plain, models: [plain] }];
        })
        .sort((one, other) => Number(other.pattern.includes('*')) - Number(one.pattern.includes('*')));
      const [best] = found;
      if (best === undefined) throw new Error('No provider of this server lists a model without a rule.');
      return best;
    },
  };
}
