import { visibleJson } from '@/src/core/text/visible-json';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';

/** The restorable members of a channel. */
export type ChannelState = {
  /** Names of models that clients can call, as the server stores them: with spaces and duplicates, if there are any. */
  models: string[];
  /**
   * The upstream's names by the names that clients call, as JSON with sorted keys; an empty text if there are none. Any other text in
   * the server's field is kept unchanged.
   */
  mapping: string;
  groups: string[];
  on: boolean;
  /** Names, or `regex:…`, that the server's check of the upstream leaves out. */
  ignored: string[];
  /** Time of its creation, in seconds since 1970. A server can give the id of a deleted channel to a new one. */
  created: number;
  /** Shown with the id, and never changed. Missing in states that an earlier build stored. */
  name?: string;
};

/** A channel as far as Steward reads it: nothing that may hold a secret, such as its key, headers, addresses and remarks. */
export type Channel = ChannelState & {
  id: number;
  name: string;
  /** Number of the kind of upstream. */
  type: number;
  /** Empty for none. */
  tag: string;
  priority: number;
  /**
   * The status with which the upstream made the server switch the channel off, e.g. "status_code=401"; empty if its reason has none,
   * null if the server didn't switch the channel off. The rest of the reason is the upstream's text, which may repeat its key.
   */
  offReason: string | null;
  /** Models that the server's last check found gone upstream, and new ones. */
  vanished: string[];
  fresh: string[];
};

/** All channels by ascending id. */
export type NewApiContext = {
  channels: Channel[];
  /**
   * Lists of names that are read only for calls that need them. `groups`: all groups; `unpriced` and `priced`: the models that the price
   * list has without and with a price, the latter missing where none needs one; `upstream:ID`: the models of a channel's upstream.
   */
  more?: { [part: string]: string[] };
};

/** The restorable state, by the channel's id. */
export type NewApiState = { [id: string]: ChannelState };

const STATUS = { on: 1, offByServer: 3 } as const;

export function stateOfChannel({
  models,
  mapping,
  groups,
  on,
  ignored,
  created,
  name,
}: Channel): ChannelState {
  return { models, mapping, groups, on, ignored, created, name };
}

/** Id and name of a channel where the reader of the text quotes it: in JSON, and in a list of names. */
export function plainLabelOf({ id, name }: Pick<Channel, 'id' | 'name'>): string {
  return `${id} ${name}`;
}

/** Id and quoted name of a channel in a sentence: several channels can have the same name. */
export function labelOf({ id, name }: { id: number | string; name?: string | undefined }): string {
  return name === undefined ? String(id) : `${id} ${visibleJson(name)}`;
}

export function restorableState({ channels }: NewApiContext): NewApiState {
  return Object.fromEntries(channels.map((channel) => [String(channel.id), stateOfChannel(channel)]));
}

/** Parses a channel of the server's answer, and takes only these members; null if it isn't a channel. */
export function channelOf(raw: unknown): Channel | null {
  if (!isJsonObject(raw)) return null;
  const { id, name, type, status, models, group, priority, created_time: created } = raw;
  if (typeof id !== 'number' || typeof name !== 'string' || typeof type !== 'number') return null;
  if (typeof status !== 'number' || typeof models !== 'string' || typeof group !== 'string') return null;
  const settings = objectIn(raw.settings);
  const reason = textOf(objectIn(raw.other_info).status_reason);
  return {
    id,
    name,
    type,
    tag: textOf(raw.tag),
    priority: typeof priority === 'number' ? priority : 0, // An early version has none.
    on: status === STATUS.on,
    // Most reasons have one.
    offReason: status === STATUS.offByServer ? (STATUS_CODE.exec(reason)?.[0] ?? '') : null,
    models: partsOf(models),
    mapping: canonicalMapping(textOf(raw.model_mapping)),
    groups: partsOf(group),
    ignored: namesIn(settings[IGNORED]),
    created: typeof created === 'number' ? created : 0, // Missing in channels of an early version.
    vanished: namesIn(settings.upstream_model_update_last_removed_models),
    fresh: namesIn(settings.upstream_model_update_last_detected_models),
  };
}

const STATUS_CODE = /\bstatus_code=\d{3}\b/;
const IGNORED = 'upstream_model_update_ignored_models';

/** The fields of a request that changes these members of a channel; `raw` is the channel as it was just read. */
export function changedFields(
  raw: JsonObject,
  { models, mapping, groups, ignored }: Partial<ChannelState>,
): JsonObject {
  return {
    ...(models && { models: models.join(',') }),
    ...(mapping !== undefined && { model_mapping: mapping }),
    ...(groups && { group: groups.join(',') }),
    ...(ignored && { settings: JSON.stringify({ ...objectIn(raw.settings), [IGNORED]: ignored }) }),
  };
}

/**
 * The mapping as an object. Null if the server's field has anything else; every call of the channel then fails. For the server, `null`
 * is an empty mapping, and a name with the value null or an empty text is not mapped.
 */
export function mappingOf({ mapping }: Pick<ChannelState, 'mapping'>): { [from: string]: string } | null {
  if (['', 'null'].includes(mapping.trim())) return {};
  const parsed = parsedJson(mapping);
  if (!isJsonObject(parsed)) return null;
  const entries = Object.entries(parsed).filter(([, to]) => to !== null && to !== '');
  return entries.every(([, to]) => typeof to === 'string')
    ? (Object.fromEntries(entries) as { [from: string]: string })
    : null;
}

/** A mapping as text, with its names in order, so that equal mappings are equal texts. */
export function mappingText(mapping: { readonly [from: string]: string }): string {
  const entries = Object.entries(mapping).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}

function canonicalMapping(text: string): string {
  const mapping = mappingOf({ mapping: text });
  return mapping === null ? text : mappingText(mapping);
}

/** The parts between commas; empty for an empty text. */
function partsOf(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''; // null for a field that was never set.
}

/** The object in a field that contains JSON as text. Anything else counts as an empty object, as for the server. */
function objectIn(field: Json | undefined): JsonObject {
  const parsed = parsedJson(textOf(field));
  return isJsonObject(parsed) ? parsed : {};
}

function parsedJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller decides what that means.
    return null;
  }
}

/** The texts of a list; empty for anything else. */
export function namesIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** Error code of a query to an upstream that gave no list of models. */
export const UPSTREAM_REFUSED = 'upstream_refused';
