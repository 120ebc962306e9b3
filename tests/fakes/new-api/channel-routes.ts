import type { RouteAnswer } from '../serve-double';
import { type DoubleChannel, doubleChannel, PRICED_MODELS, UPSTREAM_MODELS } from './double-channels';
import type { NewApiVersion } from './versions';

/** A request to the API after its session was accepted. */
export interface ChannelRequest {
  method: string;
  url: URL;
  body: unknown;
}

/** The data and the kind of server that the routes answer for. */
export interface RoutedChannels {
  channels: DoubleChannel[];
  readonly groups: readonly string[];
  readonly version: NewApiVersion;
  /** True if clients can list and call models without a price. */
  readonly isSelfUse: boolean;
  /** The groups that the administrator may use: the price list has only models of these. */
  readonly usableGroups: readonly string[];
  /** False if the price list is switched off. */
  readonly hasPriceList: boolean;
  /** True if refusals have a status of their own, as in a later version; false for 200 with `success: false`. */
  readonly hasStatusCodes: boolean;
}

/** Longest page of the list. */
const MAX_PAGE = 100;
/** The ratio of a model without a price. */
const NO_PRICE = 37.5;

/** Carries out a request as the real routes do, traps included: partial changes, empty values that are ignored, untrimmed names. */
export function routeOfChannels(server: RoutedChannels, { method, url, body }: ChannelRequest): RouteAnswer {
  const path = url.pathname.replace(/\/$/, '');
  const rest = /^\/api\/channel\/(.+)$/.exec(path)?.[1] ?? '';
  const find = (id: number) => server.channels.find((channel) => channel.id === id);
  const refuse = (status: number, message: string): RouteAnswer => ({
    status: server.hasStatusCodes ? status : 200,
    body: { success: false, message },
  });
  if (method === 'GET' && path === '/api/channel') return done(pageOf(server.channels, url.searchParams));
  if (method === 'GET' && path === '/api/group') return done(server.groups);
  if (method === 'GET' && path === '/api/pricing') return pricesOf(server);
  if (method === 'GET' && rest.startsWith('fetch_models/')) {
    const names = UPSTREAM_MODELS[Number(rest.slice('fetch_models/'.length))];
    return names === undefined ? refuse(502, 'the upstream refused the key') : done(names);
  }
  if (method === 'GET' && /^\d+$/.test(rest)) {
    const channel = find(Number(rest));
    return channel === undefined ? refuse(404, 'record not found') : done(withoutKey(channel));
  }
  if (method === 'POST' && path === '/api/channel') {
    const { channel } = body as { channel: Parameters<typeof doubleChannel>[0] };
    const id = Math.max(0, ...server.channels.map((one) => one.id)) + 1;
    server.channels.push(doubleChannel({ ...channel, id }));
    return done(null);
  }
  if (method === 'DELETE' && /^\d+$/.test(rest)) {
    server.channels = server.channels.filter(({ id }) => id !== Number(rest));
    return done(null);
  }
  if (method === 'PUT' && path === '/api/channel') {
    const sent = body as Partial<DoubleChannel>;
    if (server.version !== 'A' && Object.hasOwn(sent, 'status')) return refuse(400, 'Invalid parameters');
    const channel = find(Number(sent.id));
    if (channel === undefined) return refuse(404, 'record not found');
    Object.assign(channel, takenOf(sent, server.version));
    return done(withoutKey(channel));
  }
  const [, ofStatus] = /^(\d+)\/status$/.exec(rest) ?? [];
  if (method === 'POST' && ofStatus !== undefined && server.version !== 'A') {
    const { status } = body as { status: number };
    const channel = find(Number(ofStatus));
    if (channel === undefined) return refuse(404, 'record not found');
    if (status !== 1 && status !== 2) return refuse(400, 'Invalid parameters');
    const isChange = channel.status !== status;
    channel.status = status;
    return done(isChange);
  }
  return { status: 404, body: { error: { message: `Invalid URL (${method} ${path})` } } };
}

/** The models that clients of a group can list: of channels that are on, with a price outside of self-use mode. */
export function offeredTo({ channels, isSelfUse }: RoutedChannels, group: string): string[] {
  const names = enabledIn(channels, group).filter((name) => isSelfUse || PRICED_MODELS.includes(name));
  return [...new Set(names)].sort();
}

/** The answer to a client's call of a model. */
export function routeOfCall({ channels, isSelfUse }: RoutedChannels, model: string): RouteAnswer {
  if (!enabledIn(channels, 'default').includes(model)) {
    return clientError(503, `No available channel for model ${model} under group default`, 'model_not_found');
  }
  if (!isSelfUse && !PRICED_MODELS.includes(model)) {
    return clientError(400, `Model ${model} price not configured`, 'model_price_error');
  }
  return { status: 200, body: { choices: [{ message: { role: 'assistant', content: 'Hello.' } }] } };
}

export function clientError(status: number, message: string, code: string): RouteAnswer {
  return { status, body: { error: { message, type: 'new_api_error', code } } };
}

function enabledIn(channels: readonly DoubleChannel[], group: string): string[] {
  return channels
    .filter(({ status, group: groups }) => status === 1 && groups.split(',').includes(group))
    .flatMap(({ models }) => models.split(','));
}

function pageOf(channels: readonly DoubleChannel[], query: URLSearchParams) {
  const size = Math.min(Number(query.get('page_size') ?? 10), MAX_PAGE);
  const page = Math.max(1, Number(query.get('p') ?? 1));
  const isById = query.get('id_sort') === 'true';
  const sorted = [...channels].sort(
    (one, other) => (isById ? 0 : other.priority - one.priority) || other.id - one.id,
  );
  const items = sorted.slice((page - 1) * size, page * size).map(withoutKey);
  return { items, page, page_size: size, total: channels.length, type_counts: {} };
}

/** Fields that a request can clear by an empty text or 0. */
const CLEARED: Readonly<Record<NewApiVersion, readonly string[]>> = {
  A: ['model_mapping'],
  B: ['model_mapping'],
  C: ['model_mapping', 'tag', 'priority', 'weight'],
};

/** The fields of a request that the server stores: it ignores null, and most fields that are 0 or empty. */
function takenOf(sent: Partial<DoubleChannel>, version: NewApiVersion): Partial<DoubleChannel> {
  const taken = Object.entries(sent).filter(
    ([name, value]) =>
      value !== null && ((value !== 0 && value !== '') || CLEARED[version].includes(name)) && name !== 'key',
  );
  return Object.fromEntries(taken);
}

function withoutKey(channel: DoubleChannel): DoubleChannel {
  return { ...channel, key: '' };
}

function pricesOf({ channels, usableGroups, hasPriceList }: RoutedChannels): RouteAnswer {
  if (!hasPriceList) return { status: 403, body: { success: false, message: 'pricing is disabled' } };
  const names = new Set(usableGroups.flatMap((group) => enabledIn(channels, group)));
  const data = [...names].map((name) => ({
    model_name: name,
    quota_type: 0,
    model_ratio: PRICED_MODELS.includes(name) ? 1.25 : NO_PRICE,
    model_price: 0,
  }));
  return { status: 200, body: { success: true, data } };
}

/** The answer that reports success. */
export function done(data: unknown): RouteAnswer {
  return { status: 200, body: { success: true, message: '', data } };
}
