import type { RouteAnswer } from '../serve-double';
import { DOUBLE_CATALOGUES, type DoubleConfig, type DoubleKey, storedRules } from './double-config';

/** A request to the management API after its key was accepted. */
export interface ManagementRequest {
  method: string;
  url: URL;
  body: unknown;
}

const OK: RouteAnswer = { status: 200, body: { status: 'ok' } };

type Fields = Record<string, unknown>;

/** Carries out a request on the configuration, as the real routes do, traps included. */
export function manage(config: DoubleConfig, { method, url, body }: ManagementRequest): RouteAnswer {
  const path = url.pathname.replace('/v0/management/', '');
  if (path === 'config' && method === 'GET') return { status: 200, body: config };
  if (path.startsWith('model-definitions/')) return catalogue(path.slice('model-definitions/'.length));
  if (path === 'oauth-excluded-models') return excludedModels(config, method, body as Fields);
  if (path === 'gemini-api-key' || path === 'claude-api-key' || path === 'codex-api-key')
    return keyEntry(config[path], method, body as Fields);
  return failure(404, 'not found');
}

function catalogue(channel: string): RouteAnswer {
  const models = DOUBLE_CATALOGUES[channel];
  if (models === undefined) return { status: 400, body: { channel, error: 'unknown channel' } };
  return { status: 200, body: { channel, models: models.map((id) => ({ id, object: 'model' })) } };
}

function excludedModels(config: DoubleConfig, method: string, body: Fields): RouteAnswer {
  const name = 'oauth-excluded-models';
  const lists = config[name] ?? {};
  if (method === 'GET') return { status: 200, body: { [name]: config[name] } };
  if (method === 'PUT') {
    // Any other object than a plain map counts as one without items, which erases the rules of all providers.
    const isMap = Object.values(body).every(Array.isArray);
    config[name] = isMap && Object.keys(body).length > 0 ? (body as Record<string, string[]>) : null;
    return OK;
  }
  if (method !== 'PATCH') return failure(404, 'not found');
  const provider = String(body.provider ?? '')
    .trim()
    .toLowerCase();
  if (provider === '') return failure(400, 'invalid provider');
  const rules = storedRules(Array.isArray(body.models) ? body.models : []);
  if (rules.length === 0 && lists[provider] === undefined) return failure(404, 'provider not found');
  const { [provider]: _replaced, ...others } = lists;
  config[name] = rules.length === 0 ? others : { ...others, [provider]: rules };
  if (Object.keys(config[name] ?? {}).length === 0) config[name] = null;
  return OK;
}

function keyEntry(entries: DoubleKey[], method: string, body: Fields): RouteAnswer {
  if (method !== 'PATCH') return failure(404, 'not found');
  const found =
    typeof body.match === 'string'
      ? entries.filter((entry) => entry['api-key'] === body.match)
      : entries.slice(Number(body.index), Number(body.index) + 1);
  // Of several entries with this key, the first is changed.
  const [entry] = found;
  if (entry === undefined) return failure(404, 'item not found');
  const rules = (body.value as Fields)['excluded-models'];
  if (Array.isArray(rules)) entry['excluded-models'] = storedRules(rules);
  return OK;
}

function failure(status: number, error: string): RouteAnswer {
  return { status, body: { error } };
}
