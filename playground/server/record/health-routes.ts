import { Hono } from 'hono';
import { z } from 'zod';
import { detailError } from '../api-errors';
import { readApiKeys } from '../credentials/api-keys';
import type { EnvFile } from '../env-file';
import type { ModelSource } from '../model-source';
import { readQuery } from '../read-query';
import { type ChatEntry, type ChatRecord, providerOf } from './chat-record';
import { groupBy } from './group-by';
import { errorQuery } from './record-query';
import { totalsOf } from './usage-totals';

interface HealthDeps {
  record: ChatRecord;
  models: ModelSource;
  /** Number of models that the playground lists itself, including hidden ones. */
  catalogueSize: number;
  /** The providers with models that answer. */
  answering: readonly string[];
  envFile: EnvFile;
}

const healthQuery = z.object({
  detail: z.enum(['summary', 'full'], 'can be summary or full').prefault('summary'),
});

/**
 * The proxy's health, from its record of chat completions. Keys of the file are counted, but none is in use.
 */
export function createHealthRoutes(deps: HealthDeps): Hono {
  const { record, models, answering } = deps;
  const routes = new Hono();

  routes.get('/health', async (context) => {
    const query = readQuery(context.req, healthQuery);
    if (!query.ok) return detailError(context, 422, query.problem);
    const entries = record.entries();
    const failed = entries.filter((entry) => entry.failure !== null);
    const keyCount = readApiKeys(await deps.envFile.read()).length;
    return context.json({
      status: 'ok',
      models: deps.catalogueSize,
      uptime_seconds: Math.floor((Date.now() - record.startedAtMs) / 1000),
      timestamp: new Date().toISOString(),
      providers: {
        total: models.providers.length,
        active: answering,
        with_errors: [...new Set(failed.map((entry) => entry.provider))],
      },
      credentials: { total: keyCount, active: 0, on_cooldown: 0, exhausted: 0, error: 0 },
      ...(query.value.detail === 'full' ? detailsOf(entries, failed) : {}),
    });
  });

  routes.get('/health/errors', (context) => {
    const query = readQuery(context.req, errorQuery);
    if (!query.ok) return detailError(context, 422, query.problem);
    const { provider, model, limit } = query.value;
    const errors = record
      .entries()
      .filter((entry) => provider === undefined || entry.provider === provider)
      .filter((entry) => model === undefined || entry.model === model)
      .flatMap(toError);
    return context.json({ errors: errors.slice(0, limit), total_matching: errors.length });
  });

  return routes;
}

function detailsOf(entries: readonly ChatEntry[], failed: readonly ChatEntry[]) {
  const models = [...groupBy(entries, (entry) => entry.model)];
  return {
    models_current_window: models.map(([model, used]) => {
      const { requests, successes, failures, tokens, lastUsedAtMs } = totalsOf(used);
      return {
        model,
        provider: providerOf(model),
        window_name: 'total',
        requests,
        success_count: successes,
        failure_count: failures,
        tokens: { prompt: tokens.prompt, completion: tokens.completion, total: tokens.total },
        approx_cost: null,
        last_used: toIso(lastUsedAtMs),
      };
    }),
    errors: {
      total_errors: failed.length,
      by_provider: countErrors(groupBy(failed, (entry) => entry.provider)),
      by_model: countErrors(groupBy(failed, (entry) => entry.model)),
    },
  };
}

function countErrors(groups: ReadonlyMap<string, readonly ChatEntry[]>) {
  return Object.fromEntries(
    [...groups].map(([name, failed]) => {
      const types = [...groupBy(failed, ({ failure }) => failure?.type ?? '')];
      const error_types = Object.fromEntries(types.map(([type, { length }]) => [type, length]));
      return [name, { count: failed.length, error_types }];
    }),
  );
}

function toError({ startedAtMs, provider, model, status, failure }: ChatEntry) {
  if (failure === null) return [];
  const { type: error_type, message: error_message } = failure;
  const timestamp = toIso(startedAtMs);
  return [{ timestamp, provider, model, error_type, status_code: status, error_message, attempt: 1 }];
}

function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
