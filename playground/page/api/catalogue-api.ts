import { z } from 'zod';
import type { RuleSets } from '../../filter/rule-sets';
import { parseJson } from '../../parse-json';
import { ruleSets } from '../../rule-set-schema';
import type { ProviderEntry } from '../state/page-state';
import { ApiError } from './api-error';
import { sortByCodePoint } from './sort-by-code-point';

/** The server's API for the page. Every call rejects only with an ApiError, and ends within `timeoutMs`. */
export interface CatalogueApi {
  /** The server's identity, its providers, and the saved rules. */
  getCatalogue(): Promise<{ instanceId: string; providers: ProviderEntry[]; saved: RuleSets }>;
  /** A provider's unfiltered model ids, in code-point order. */
  getModels(provider: string): Promise<string[]>;
  /** The ids of all models that the proxy lists for its clients, in its own order. */
  getListedModels(): Promise<string[]>;
  /**
   * Writes the rules of all named providers in one step if the saved ones still equal `base`, and resolves with the
   * providers that changed. Otherwise rejects with `conflict` and writes nothing.
   */
  saveFilters(filters: RuleSets, base: RuleSets): Promise<string[]>;
}

interface CatalogueApiDeps {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** The API key; null while it is unknown. */
  readKey: () => string | null;
  timeoutMs: number;
}

const catalogueAnswer = z.object({
  instanceId: z.string().min(1),
  providers: z.array(z.object({ name: z.string().min(1), count: z.int().nonnegative() })),
  filters: ruleSets,
});
const modelsAnswer = z.object({ provider: z.string(), models: z.array(z.string()) });
const listedAnswer = z.object({ data: z.array(z.object({ id: z.string() })) });
const savedAnswer = z.object({ providers: z.array(z.string()) });
/** A refused request; only a conflict has `saved`. */
const refusal = z.object({ detail: z.string(), saved: ruleSets.optional() });

/** Creates the API on top of a fetch function. */
export function createCatalogueApi(deps: CatalogueApiDeps): CatalogueApi {
  const call = async <Answer>(
    schema: z.ZodType<Answer>,
    path: string,
    init: RequestInit,
  ): Promise<Answer> => {
    const { status, body } = await request(deps, path, init);
    if (status < 200 || status > 299) {
      const { detail = `The server answered with status ${status}.`, saved } =
        refusal.safeParse(body).data ?? {};
      if (saved !== undefined) throw new ApiError('conflict', detail, { saved });
      if (status >= 500) throw new ApiError('failed', detail);
      throw new ApiError(status === 401 ? 'unauthorised' : 'refused', detail);
    }
    const answer = schema.safeParse(body);
    if (answer.success) return answer.data;
    throw new ApiError('unexpected-answer', `The server's answer to ${path} has an unknown form.`);
  };
  return {
    async getCatalogue() {
      const { instanceId, providers, filters } = await call(catalogueAnswer, '/v1/admin/catalogue', {});
      return { instanceId, providers, saved: filters };
    },
    async getModels(provider) {
      const path = `/v1/admin/catalogue/${encodeURIComponent(provider)}`;
      return sortByCodePoint((await call(modelsAnswer, path, {})).models);
    },
    async getListedModels() {
      return (await call(listedAnswer, '/v1/models', {})).data.map(({ id }) => id);
    },
    async saveFilters(filters, base) {
      const body = JSON.stringify({ filters, base });
      return (await call(savedAnswer, '/v1/admin/model-filters', { method: 'PUT', body })).providers;
    },
  };
}

async function request(
  { fetch, readKey, timeoutMs }: CatalogueApiDeps,
  path: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  const key = readKey();
  const headers = {
    ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
  };
  try {
    const response = await fetch(path, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, body: parseJson(await response.text()) };
  } catch (cause) {
    const late = cause instanceof DOMException && cause.name === 'TimeoutError';
    const message = late
      ? `The server did not answer within ${timeoutMs / 1000} s.`
      : 'The server did not answer.';
    throw new ApiError('unreachable', message, { cause });
  }
}
