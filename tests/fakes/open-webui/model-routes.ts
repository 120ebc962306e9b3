import type { RouteAnswer } from '../serve-double';
import { type DoubleModel, EMPTY_META } from './double-models';

/** A request to the API after its key was accepted. */
export interface ModelRequest {
  method: string;
  url: URL;
  body: unknown;
}

const NOT_FOUND = "We could not find what you're looking for :/";
export const FORBIDDEN =
  'You do not have permission to access this resource. Please contact your administrator for assistance.';
const TAKEN = 'Uh-oh! This model id is already registered. Please choose another model id string.';

/** A model of a listing. */
export interface ListedModel {
  id: string;
  isHidden: boolean;
}

/** The data of the routes. */
export interface RoutedModels {
  /** The ids that connections offer. */
  offered: readonly string[];
  stored: DoubleModel[];
  /** The last listing, by whichever user: calls of its models are served. */
  served: readonly ListedModel[];
}

/** Carries out a request of an administrator, as the real routes do, traps included: 401 for what is not found or taken. */
export function routeOfAdmin(models: RoutedModels, { method, url, body }: ModelRequest): RouteAnswer {
  const path = url.pathname;
  const stored = models.stored.find(({ id }) => id === url.searchParams.get('id'));
  if (method === 'GET') {
    if (path === '/api/models/base') return ok({ data: models.offered.map(offeredModel) });
    if (path === '/api/models') return ok({ data: list(models, () => true) });
    if (path === '/api/v1/models/all') return ok(models.stored);
    if (path !== '/api/v1/models/model') return refusal(404, 'Not Found');
    return stored === undefined ? refusal(404, NOT_FOUND) : ok({ ...stored, write_access: true });
  }
  const sent = body as DoubleModel;
  switch (path) {
    case '/api/chat/completions':
      return complete(models, (body as { model: string }).model);
    case '/api/v1/models/create':
      return create(models, sent);
    case '/api/v1/models/model/toggle':
      if (stored === undefined) return refusal(401, NOT_FOUND);
      stored.is_active = !stored.is_active;
      return ok(stored);
    case '/api/v1/models/model/update':
      return update(models.stored, sent);
    default:
      return refusal(405, 'Method Not Allowed');
  }
}

/**
 * Lists the models that a chat offers to a user. The server keeps what it has listed, for all users, and serves calls from that: a
 * change of settings alone doesn't reach them.
 */
export function list(models: RoutedModels, isShared: (model: DoubleModel) => boolean): object[] {
  models.served = listing(models);
  return choosable(models, isShared);
}

/** The models that a listing finds. */
export function listing(models: Pick<RoutedModels, 'offered' | 'stored'>): ListedModel[] {
  const hidden = new Set(models.stored.filter(({ meta }) => meta.hidden === true).map(({ id }) => id));
  return choosable(models, () => true).map((model) => {
    const { id } = model as { id: string };
    return { id, isHidden: hidden.has(id) };
  });
}

/** Answers a call of a chat. One of a model that isn't served, or is made from one that isn't, fails. */
export function complete({ served, stored }: RoutedModels, wanted: string): RouteAnswer {
  const base = stored.find(({ id }) => id === wanted)?.base_model_id ?? wanted;
  const isServed = (wantedId: string) => served.some(({ id }) => id === wantedId);
  if (!isServed(wanted) || !isServed(base)) return refusal(400, 'Model not found');
  return ok({ choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' } }] });
}

/** The models that a chat offers: what is enabled, and shared with its user. */
function choosable(
  models: Pick<RoutedModels, 'offered' | 'stored'>,
  isShared: (model: DoubleModel) => boolean,
): object[] {
  const settings = new Map(models.stored.map((model) => [model.id, model]));
  const all = [...new Set([...models.offered, ...settings.keys()])];
  return all.flatMap((id) => {
    const own = settings.get(id);
    if (own === undefined) return isShared(noSettings(id)) ? [offeredModel(id)] : [];
    const isThere = own.base_model_id !== null || models.offered.includes(id);
    return own.is_active && isThere && isShared(own)
      ? [{ ...offeredModel(id), name: own.name, info: own }]
      : [];
  });
}

function create({ stored }: RoutedModels, sent: DoubleModel): RouteAnswer {
  if (stored.some(({ id }) => id === sent.id)) return refusal(401, TAKEN);
  const model = { ...sent, meta: { ...EMPTY_META, ...sent.meta } };
  stored.push(model);
  return ok(model);
}

/** Replaces name, `meta` and `params`. What the request leaves out of them is lost; access and an `is_active` left out stay. */
function update(stored: DoubleModel[], sent: Partial<DoubleModel>): RouteAnswer {
  const model = stored.find(({ id }) => id === sent.id);
  if (model === undefined) return refusal(401, NOT_FOUND);
  const { access_grants: _ignored, ...taken } = sent;
  Object.assign(model, taken, { meta: { ...EMPTY_META, ...sent.meta } });
  return ok(model);
}

function offeredModel(id: string) {
  return { id, name: id, object: 'model', owned_by: 'openai' };
}

function noSettings(id: string): DoubleModel {
  return { id, name: id, base_model_id: null, is_active: true, meta: {}, params: {}, access_grants: [] };
}

function ok(body: unknown): RouteAnswer {
  return { status: 200, body };
}

export function refusal(status: number, detail: string): RouteAnswer {
  return { status, body: { detail } };
}
