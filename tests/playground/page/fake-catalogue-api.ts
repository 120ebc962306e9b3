import { decideModels, isVisible } from '@/playground/filter/decide';
import { changedProviders, normaliseRuleSets, type RuleSets, rulesOf } from '@/playground/filter/rule-sets';
import { ApiError } from '@/playground/page/api/api-error';
import type { CatalogueApi } from '@/playground/page/api/catalogue-api';
import type { KeyStore } from '@/playground/page/state/page-controller';

/** A fake server in memory that behaves like the real one; tests can delay an answer or make a call fail. */
export interface FakeCatalogueApi extends CatalogueApi {
  /** The saved rules. */
  saved: RuleSets;
  /** The rules applied to its model list; null for the saved ones. */
  inForce: RuleSets | null;
  /** Its models by provider. Lists are replaced, never modified. */
  models: Record<string, readonly string[]>;
  /** Called after each save, before its answer. */
  afterSave: () => void;
  /** Delays the next answer of `getModels` for the provider until the returned function is called. */
  holdModels(provider: string): () => void;
  /**
   * Delays the next answer of `getCatalogue`, computed before the delay, until the returned function is
   * called.
   */
  holdCatalogue(): () => void;
  /** Delays the next answer of `saveFilters` until the returned function is called. */
  holdSave(): () => void;
  /** Makes the next call of any kind reject with the error. */
  failNext(error: Error): void;
  /** Makes calls with this name in `asked` reject with the error, until reset with null. */
  failAlways(name: string, error: Error | null): void;
  /** The names of all calls, in order. */
  asked: string[];
}

/** Creates the server with its models by provider. */
export function createFakeCatalogueApi(
  models: Record<string, readonly string[]>,
  saved: RuleSets = {},
): FakeCatalogueApi {
  const holds = new Map<string, Promise<void>>();
  const failures = new Map<string, Error | null>();
  let failure: Error | null = null;

  const hold = (name: string): (() => void) => {
    const { promise, resolve } = withResolvers();
    holds.set(name, promise);
    return resolve;
  };
  const arrive = async (name: string): Promise<void> => {
    api.asked.push(name);
    const held = holds.get(name);
    holds.delete(name);
    const error = failure ?? failures.get(name);
    failure = null;
    await held;
    if (error) throw error;
  };
  const api: FakeCatalogueApi = {
    saved: normaliseRuleSets(saved),
    inForce: null,
    models,
    afterSave: () => undefined,
    asked: [],
    holdModels: (provider) => hold(`models ${provider}`),
    holdCatalogue: () => hold('catalogue'),
    holdSave: () => hold('save'),
    failNext(error) {
      failure = error;
    },
    failAlways: (name, error) => {
      failures.set(name, error);
    },
    async getCatalogue() {
      const providers = Object.entries(api.models).map(([name, ids]) => ({ name, count: ids.length }));
      const answer = { instanceId: 'fake-1', providers, saved: api.saved };
      await arrive('catalogue');
      return answer;
    },
    async getModels(provider) {
      const answer = [...(api.models[provider] ?? [])];
      await arrive(`models ${provider}`);
      return answer;
    },
    async getListedModels() {
      await arrive('listed');
      const rules = api.inForce ?? api.saved;
      const visible = Object.entries(api.models).flatMap(([provider, ids]) =>
        decideModels(ids, rulesOf(rules, provider)).filter(isVisible),
      );
      return ['demo/planner', ...visible.map(({ id }) => id)];
    },
    async saveFilters(filters, base) {
      await arrive('save');
      if (changedProviders(api.saved, base).length > 0) {
        throw new ApiError('conflict', 'The saved rules changed.', { saved: api.saved });
      }
      const changed = Object.keys(filters).filter(
        (name) => changedProviders(one(filters, name), one(api.saved, name))[0],
      );
      api.saved = normaliseRuleSets({ ...api.saved, ...filters });
      api.afterSave();
      return changed.sort();
    },
  };
  return api;
}

/** A key store in memory. */
export function createFakeKeyStore(): KeyStore {
  let kept: string | null = null;
  return {
    read: () => kept,
    write: (key) => {
      kept = key;
    },
  };
}

function one(sets: RuleSets, provider: string): RuleSets {
  return { [provider]: rulesOf(sets, provider) };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
