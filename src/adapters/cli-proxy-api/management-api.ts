import { z } from 'zod';
import type { PageService } from '@/src/core/adapter/service-adapter';
import { type StewardError, textError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { Clock } from '@/src/core/ports/clock';
import { mapSchema } from '@/src/schema/map-schema';
import { isJsonObject, type Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { refusedChange, unlikeApi } from '../kit/service-errors';
import {
  CATALOGUE_CHANNELS,
  type ClientAlias,
  type CliProxyContext,
  COMPATIBLE,
  type ExclusionList,
  KEY_CHANNELS,
  type KeyEntry,
  normaliseRules,
  normaliseText,
  type RulesByList,
} from './exclusions';

const BASE = '/v0/management';

/** The member with the server's own reason in an answer that refuses a request. */
export const REASON = 'error';

/**
 * Time after which the catalogues are read again, in milliseconds. They rarely change: they come with the server's
 * build or are refreshed by it.
 */
const CATALOGUES_TTL_MS = 10 * 60 * 1_000;

/** Most accounts whose models are read: each takes a request, one after the other. */
const MAX_READ_ACCOUNTS = 50;

type Place = KeyPlaceInConfig | null | undefined;

/** The management API, as far as Steward uses it. All methods reject with a StewardError only. */
export interface ManagementApi {
  /** Reads the configuration in one request, so that its parts are consistent. */
  config(signal: AbortSignal): Promise<ProxyConfig>;
  /** The models of each channel before exclusion. */
  catalogues(signal: AbortSignal): Promise<{ [channel: string]: string[] }>;
  /**
   * The ids that the OAuth accounts of each provider serve now, after all exclusions; their own ones are in no other answer. Null if
   * the server can't list them, or has too many accounts to read each.
   */
  accounts(signal: AbortSignal): Promise<{ [provider: string]: string[] } | null>;
  /**
   * Replaces the rules of one list. Never sends several lists: a PUT of all would erase those that it does not contain.
   * Rejects with `state-refused` if the server refuses, or if the list belongs to a key's entry without a `place`.
   */
  setRules(list: ExclusionList, place: Place, rules: readonly string[], signal: AbortSignal): Promise<void>;
}

export function createManagementApi(service: PageService, clock: Clock): ManagementApi {
  let cached: { catalogues: { [channel: string]: string[] }; atMs: number } | null = null;

  const get = (path: string, signal: AbortSignal) =>
    service.request({ method: 'GET', path: `${BASE}${path}`, body: null }, signal);

  async function readCatalogue(channel: string, signal: AbortSignal): Promise<[string, string[]][]> {
    const { status, list } = await listAt(`/model-definitions/${channel}`, 'models', signal);
    // Older servers reject channels that they do not know.
    if (status === 400) return [];
    if (list === null) throw unlikeApi(service.origin, 'CLIProxyAPI', status);
    return [[channel, list.flatMap(idOf)]];
  }

  /** The list that an answer has under `member`; null if it has none. */
  async function listAt(path: string, member: string, signal: AbortSignal) {
    const { status, body } = await get(path, signal);
    const list = status === 200 && isJsonObject(body) ? body[member] : null;
    return { status, list: Array.isArray(list) ? list : null };
  }

  return {
    async config(signal) {
      const { status, body } = await get('/config', signal);
      if (status === 404) {
        throw textError('page-protocol', say('cli-proxy-api.error.switchedOff', { origin: service.origin }));
      }
      const config = status === 200 ? readConfig(body) : null;
      if (config === null) throw unlikeApi(service.origin, 'CLIProxyAPI', status);
      return config;
    },

    async catalogues(signal) {
      if (cached !== null && clock.now() - cached.atMs < CATALOGUES_TTL_MS) return cached.catalogues;
      const read: [string, string[]][] = [];
      for (const channel of CATALOGUE_CHANNELS) read.push(...(await readCatalogue(channel, signal)));
      cached = { catalogues: Object.fromEntries(read), atMs: clock.now() };
      return cached.catalogues;
    },

    async accounts(signal) {
      const files = await listAt('/auth-files', 'files', signal);
      if (files.list === null || files.list.length > MAX_READ_ACCOUNTS) return null;
      const served = new Map<string, string[]>();
      for (const { name, provider } of files.list.filter(isJsonObject)) {
        const path = `/auth-files/models?${new URLSearchParams({ name: String(name) })}`;
        const models = (await listAt(path, 'models', signal)).list;
        if (models === null) return null;
        const key = normaliseText(String(provider));
        const others = served.get(key) ?? []; // It is the provider's first account.
        served.set(key, [...others, ...models.flatMap(idOf)].sort());
      }
      return Object.fromEntries(served);
    },

    async setRules(list, place, rules, signal) {
      const { path, body } = requestOf(list, place, rules);
      const answer = await service.request({ method: 'PATCH', path: `${BASE}${path}`, body }, signal);
      // The server deletes a list with its last rule, and answers 404 for a list that does not exist: the goal is
      // reached.
      const isGone = answer.status === 404 && list.kind === 'provider' && rules.length === 0;
      if (answer.status !== 200 && !isGone) {
        throw refusedChange(say('kit.ruleList.refused', { list: list.id }), answer, REASON);
      }
    },
  };
}

function requestOf(
  list: ExclusionList,
  place: Place,
  rules: readonly string[],
): { path: string; body: Json } {
  if (list.kind === 'provider') {
    return { path: '/oauth-excluded-models', body: { provider: list.id, models: [...rules] } };
  }
  if (place === null || place === undefined) throw withoutPlace(list, place);
  const { channel, match } = place;
  return { path: `/${channel}`, body: { match, value: { 'excluded-models': [...rules] } } };
}

/**
 * The error for a list of a key that cannot be written: `place` is null for an entry that cannot be identified,
 * undefined for a missing entry.
 */
export function withoutPlace({ id: entry }: ExclusionList, place: null | undefined): StewardError {
  // The texts are literals in this call, because docs/errors.md is generated from calls with literal texts.
  return textError(
    'state-refused',
    place === null
      ? say('cli-proxy-api.error.sharedKey', { entry })
      : say('cli-proxy-api.error.keyGone', { entry }),
  );
}

/** The id of a listed model; empty for an entry of another form. */
function idOf(model: unknown): string[] {
  return isJsonObject(model) && typeof model.id === 'string' ? [model.id] : [];
}

const texts = z.array(z.string()).nullish();
const keyEntry = z.looseObject({
  name: z.string().optional(),
  prefix: z.string().optional(),
  disabled: z.boolean().optional(),
  'api-key': z.string().optional(),
  'base-url': z.string().optional(),
  models: z.array(z.looseObject({ name: z.string().optional(), alias: z.string().optional() })).nullish(),
  'excluded-models': texts,
});
const keyList = z.array(keyEntry).nullish();
const ENTRY_CHANNELS = [...Object.keys(KEY_CHANNELS), COMPATIBLE];

/** The parts of the server's configuration that Steward uses. The schema drops everything else. */
const configSchema = z.object({
  'api-keys': texts,
  'oauth-excluded-models': mapSchema(z.string(), z.array(z.string()).nullable()).nullish(),
  'oauth-model-alias': mapSchema(
    z.string(),
    z.array(z.looseObject({ name: z.string(), alias: z.string() })).nullable(),
  ).nullish(),
  ...Object.fromEntries(ENTRY_CHANNELS.map((channel) => [channel, keyList])),
});

/** Identifies an entry in requests that write its rules. */
interface KeyPlaceInConfig {
  channel: string;
  /** The API key itself, for requests only. */
  match: string;
}

/** The parts of the configuration that concern exclusions. */
export interface ProxyConfig extends Omit<CliProxyContext, 'catalogues' | 'accounts'> {
  /**
   * By entry id; null for an entry without an API key, or with a key that another entry shares: only its position would
   * identify it, and positions shift when an entry is removed. Contains API keys: it never leaves the state half.
   */
  places: ReadonlyMap<string, KeyPlaceInConfig | null>;
  /**
   * A key of one of the server's clients, with which the clients' list of models is read; null if there is none. It
   * never leaves the state half.
   */
  clientKey: string | null;
}

/** Parses the configuration in an answer; null if the answer has another form. */
export function readConfig(body: Json): ProxyConfig | null {
  const parsed = configSchema.safeParse(body);
  if (!parsed.success) return null;
  const config = parsed.data;
  const entries: KeyEntry[] = [];
  const keys: RulesByList = {};
  const places = new Map<string, KeyPlaceInConfig | null>();
  const aliases: [string, ClientAlias[] | null][] = Object.entries(config['oauth-model-alias'] ?? []);
  for (const channel of ENTRY_CHANNELS) {
    const list = (config as Record<string, z.infer<typeof keyList>>)[channel] ?? [];
    const apiKeys = list.map((entry) => entry['api-key'] ?? '');
    for (const [index, entry] of list.entries()) {
      const apiKey = apiKeys[index] ?? '';
      const isAddressable = apiKey !== '' && apiKeys.filter((other) => other === apiKey).length === 1;
      const parsedEntry = { ...entryOf(channel, index, entry, places), isAddressable };
      places.set(parsedEntry.id, isAddressable ? { channel, match: apiKey } : null);
      entries.push(parsedEntry);
      aliases.push([parsedEntry.id, (entry.models ?? []).flatMap(aliasOf)]);
      const rules = normaliseRules(entry['excluded-models'] ?? []);
      if (rules.length > 0) keys[parsedEntry.id] = rules;
    }
  }
  return {
    providers: ruleLists(config['oauth-excluded-models'] ?? null),
    keys,
    entries,
    aliases: Object.fromEntries(
      aliases.flatMap(([of, all]) =>
        all === null || all.length === 0 ? [] : [[of, all.map(({ name, alias }) => ({ name, alias }))]],
      ),
    ),
    places,
    clientKey: config['api-keys']?.[0] ?? null,
  };
}

function ruleLists(map: { [provider: string]: string[] | null } | null): RulesByList {
  const lists = Object.entries(map ?? []).map(([provider, rules]): [string, string[]] => [
    provider,
    normaliseRules(rules ?? []),
  ]);
  return Object.fromEntries(lists.filter(([, rules]) => rules.length > 0));
}

function entryOf(
  channel: string,
  index: number,
  entry: z.infer<typeof keyEntry>,
  taken: ReadonlyMap<string, unknown>,
): Omit<KeyEntry, 'isAddressable'> {
  const baseUrl = entry['base-url'] ?? '';
  // Eight digits distinguish entries, but are too few to recover a key from.
  const name =
    channel === COMPATIBLE
      ? (entry.name ?? '')
      : hashJson([channel, entry['api-key'] ?? '', baseUrl]).slice(0, 8);
  let id = `${channel}:${name}`;
  for (let copy = 2; taken.has(id); copy += 1) id = `${channel}:${name}-${copy}`;
  const models = entry.disabled === true ? [] : (entry.models ?? []);
  const own = new Map(models.map(offeredName).map((name) => [normaliseText(name), name]));
  own.delete('');
  return {
    id,
    channel,
    index,
    host: URL.canParse(baseUrl) ? new URL(baseUrl).host : null,
    prefix: entry.prefix?.trim() || null, // An empty prefix counts as none.
    models: own.size === 0 && channel !== COMPATIBLE ? null : [...own.values()],
  };
}

type OwnModel = { name?: string | undefined; alias?: string | undefined };

/** The id under which a key's own model is offered, and against which the server matches the key's rules. */
function offeredName({ name, alias }: OwnModel): string {
  return alias?.trim() || (name?.trim() ?? '');
}

function aliasOf(model: OwnModel): ClientAlias[] {
  const { name } = model;
  const alias = offeredName(model);
  return name === undefined || name === alias ? [] : [{ name: alias, alias: name }];
}

/** The ids that the clients' list has, sorted; null if it can't be read. */
export async function readIds(
  service: PageService,
  clientKey: string,
  signal: AbortSignal,
): Promise<string[] | null> {
  const request = { method: 'GET' as const, path: '/v1/models', body: null };
  const headers = { Authorization: `Bearer ${clientKey}` };
  const { status, body } = await service.requestAsClient(request, headers, signal);
  const data = isJsonObject(body) ? body.data : null;
  return status === 200 && Array.isArray(data) ? data.flatMap(idOf).sort() : null;
}
