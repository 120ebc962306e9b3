import { z } from 'zod';
import { hashJson } from '@/src/core/hash';
import type { Json } from '@/src/core/json';
import { mapSchema } from '@/src/core/map-schema';
import { KEY_CHANNELS } from './exclusion-list';
import { normaliseRules, normaliseText } from './matcher';
import type { CliProxyContext, KeyEntry, ModelAlias } from './proxy-context';
import type { RuleLists } from './rule-lists';

const texts = z.array(z.string()).nullish();
const keyEntry = z.looseObject({
  'api-key': z.string().optional(),
  'base-url': z.string().optional(),
  models: z.array(z.looseObject({ name: z.string().optional(), alias: z.string().optional() })).nullish(),
  'excluded-models': texts,
});
const keyList = z.array(keyEntry).nullish();

/** The parts of the server's configuration that are read here. Everything else in it is dropped. */
const configSchema = z.object({
  'api-keys': texts,
  'oauth-excluded-models': mapSchema(z.string(), z.array(z.string()).nullable()).nullish(),
  'oauth-model-alias': mapSchema(
    z.string(),
    z.array(z.looseObject({ name: z.string(), alias: z.string() })).nullable(),
  ).nullish(),
  ...Object.fromEntries(Object.keys(KEY_CHANNELS).map((channel) => [channel, keyList])),
});

/** Identifies an entry in requests that write its rules. */
export interface KeyPlaceInConfig {
  channel: string;
  /** The API key itself, for requests only. */
  match: string;
}

/** The configuration, as far as it concerns exclusions. */
export interface ProxyConfig extends Omit<CliProxyContext, 'catalogues'> {
  /**
   * By the ids of the entries; null for an entry without an API key, or with one that another has too: its position alone would
   * identify it, and that is another entry's as soon as somebody removes one. Holds API keys: it never leaves the state half.
   */
  places: ReadonlyMap<string, KeyPlaceInConfig | null>;
  /** A key of the server's clients, to read the models that they get; null if there is none. Never leaves the half either. */
  clientKey: string | null;
}

/** The configuration in an answer; null if the answer has another form. */
export function readConfig(body: Json): ProxyConfig | null {
  const parsed = configSchema.safeParse(body);
  if (!parsed.success) return null;
  const config = parsed.data;
  const entries: CliProxyContext['entries'] = [];
  const keys: RuleLists = {};
  const places = new Map<string, KeyPlaceInConfig | null>();
  const aliases: [string, ModelAlias[] | null][] = Object.entries(config['oauth-model-alias'] ?? []);
  for (const channel of Object.keys(KEY_CHANNELS)) {
    const list = (config as Record<string, z.infer<typeof keyList>>)[channel] ?? [];
    const apiKeys = list.map((entry) => entry['api-key'] ?? '');
    for (const [index, entry] of list.entries()) {
      const apiKey = apiKeys[index] ?? '';
      const known = entryOf(channel, index, entry, places);
      const isUnique = apiKey !== '' && apiKeys.filter((other) => other === apiKey).length === 1;
      places.set(known.id, isUnique ? { channel, match: apiKey } : null);
      entries.push({ ...known });
      aliases.push([known.id, (entry.models ?? []).flatMap(aliasOf)]);
      const rules = normaliseRules(entry['excluded-models'] ?? []);
      if (rules.length > 0) keys[known.id] = rules;
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

function ruleLists(map: { [provider: string]: string[] | null } | null): RuleLists {
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
): KeyEntry {
  const baseUrl = entry['base-url'] ?? '';
  // Eight digits tell entries apart, and are too few to find a key by.
  const fingerprint = hashJson([channel, entry['api-key'] ?? '', baseUrl]).slice(0, 8);
  let id = `${channel}:${fingerprint}`;
  for (let copy = 2; taken.has(id); copy += 1) id = `${channel}:${fingerprint}-${copy}`;
  const own = new Map((entry.models ?? []).map(offeredName).map((name) => [normaliseText(name), name]));
  own.delete('');
  return {
    id,
    channel,
    index,
    host: URL.canParse(baseUrl) ? new URL(baseUrl).host : null,
    models: own.size === 0 ? null : [...own.values()],
  };
}

type OwnModel = { name?: string | undefined; alias?: string | undefined };

/** The id under which a key with models of its own offers one, and with which the server compares the key's rules. */
function offeredName({ name = '', alias = '' }: OwnModel): string {
  return alias.trim() === '' ? name.trim() : alias.trim();
}

function aliasOf(model: OwnModel): ModelAlias[] {
  const { name } = model;
  const alias = offeredName(model);
  return name === undefined || name === alias ? [] : [{ name, alias }];
}
