import { z } from 'zod';
import { failure } from '@/src/core/records/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { FailedCall, MissingPart, type ReadTool, readTool } from '../kit/computed-tool';
import { starMatcher } from '../kit/star-pattern';
import {
  batchFields,
  batchOfList,
  countOf,
  listed,
  MAX_BATCH_LENGTH,
  nearHint,
  success,
} from '../kit/tool-results';
import { without } from '../kit/without';
import { type Channel, mappingOf, type NewApiContext } from './channels';
import { channelsByModel, groupsOf, upstreamName } from './offers';

/** Most channels in one change, for which its time limit is sufficient. */
export const MAX_CHANGED_CHANNELS = 250;
/** Maximum number of channels whose upstreams one call queries. */
const MAX_COMPARED = 10;
const FIND_CHANNELS = 'find_channels';
export const FIND_MODELS = 'find_models';
export const GET_CHANNEL = 'get_channel';

/** Names of frequent kinds of upstream, by the server's number. */
const TYPE_NAMES: Readonly<Record<number, string>> = {
  1: 'OpenAI',
  3: 'Azure',
  4: 'Ollama',
  14: 'Anthropic',
  17: 'Ali',
  20: 'OpenRouter',
  24: 'Gemini',
  25: 'Moonshot',
  33: 'AWS',
  40: 'SiliconFlow',
  41: 'Vertex AI',
  42: 'Mistral',
  43: 'DeepSeek',
  45: 'VolcEngine',
  48: 'xAI',
};

/** The name of a kind of upstream, e.g. “OpenAI”; of a rarer kind its number. */
export function typeName(type: number): string {
  return TYPE_NAMES[type] ?? `type ${type}`; // A rarer kind has only its number.
}

export const text = z.string().min(1).max(500);
const reference = z.union([z.int(), text]);
export const channel = reference.describe('Id of the channel, or its name if no other has it.');
export const modelNames = z.array(text).min(1).max(2_000);
export const selection = {
  channels: z.array(reference).min(1).max(MAX_CHANGED_CHANNELS).optional().describe('Ids or names.'),
  with_model: text
    .optional()
    .describe('Channels that have a model of this name or pattern; * for all channels.'),
  type: text.optional().describe('Kind of their upstream, as in the page state.'),
  tag: text.optional().describe('Their tag.'),
  group: text.optional().describe('A group of theirs.'),
};

/** The tools that only read. */
export const readTools: readonly ReadTool<NewApiContext>[] = [
  readTool(
    {
      name: FIND_CHANNELS,
      line: 'new-api.call.findChannels',
      description: 'Lists channels with their numbers of models.',
      input: z.strictObject({
        ...selection,
        text: text.optional().describe('Only channels whose name contains this text; case doesn’t matter.'),
        on: z.boolean().optional().describe('Only channels that are on, or off; without it both.'),
        ...batchFields(MAX_BATCH_LENGTH),
      }),
    },
    (context, { text: part, on, offset, limit, ...selected }) => {
      const all = Object.values(selected).some((value) => value !== undefined)
        ? chosen(context, selected)
        : context.channels;
      const found = all.filter(
        (one) =>
          (part === undefined || one.name.toLowerCase().includes(part.toLowerCase())) &&
          (on === undefined || one.on === on),
      );
      const { entries, range, place } = batchOfList(found, { offset, limit });
      return success(`${countOf(found.length, 'channel')}${range}.`, {
        channels: entries.map(rowOf),
        ...place,
      });
    },
  ),
  readTool(
    {
      name: GET_CHANNEL,
      line: 'new-api.call.getChannel',
      description:
        'Reads a channel: models, mapping, groups, why it is off, and what the server’s last check of the upstream found.',
      input: z.strictObject({ channel }),
    },
    (context, args) => {
      const one = channelIn(context, args.channel);
      const mapping = mappingOf(one);
      return success(`Channel ${one.id} has ${countOf(one.models.length, 'model')}.`, {
        ...rowOf(one),
        ...listed('model_names', one.models),
        mapping: mapping ?? one.mapping,
        ...(mapping === null && { mapping_is_unusable: true }),
        ignored_upstream_models: one.ignored,
        vanished_upstream: one.vanished,
        new_upstream: one.fresh,
      });
    },
  ),
  readTool(
    {
      name: FIND_MODELS,
      line: 'new-api.call.findModels',
      description:
        'Finds models in all channels: which channels have them, which groups can call them, which have no price.',
      input: z.strictObject({
        patterns: z.array(text).min(1).max(50).describe('Names, or patterns with *.'),
        ...batchFields(MAX_BATCH_LENGTH),
      }),
    },
    (context, { patterns, ...page }) => {
      const unpriced = new Set(part(context, 'unpriced'));
      const fits = patterns.map(starMatcher);
      const all = channelsByModel(context);
      const names = [...all.keys()].filter((name) => fits.some((isFitting) => isFitting(name))).sort();
      const { entries, range, place } = batchOfList(names, page);
      const models = entries.map((name) => {
        const having = all.get(name) ?? []; // The index has each name.
        return {
          model: name,
          channels: having.map(({ id }) => id),
          groups: groupsOf(having, name),
          ...(unpriced.has(name) && { no_price: true }),
        };
      });
      return success(`${countOf(names.length, 'model')}${range}.`, { models, ...place });
    },
  ),
  readTool(
    {
      name: 'explain_model',
      line: 'new-api.call.explainModel',
      description:
        'Explains why clients can or can’t list and call a model: channels that are on or off, groups, mapping, price.',
      input: z.strictObject({ model: text.describe('Its exact name.') }),
    },
    (context, { model }) => {
      const having = channelsByModel(context).get(model);
      if (having === undefined) {
        const near = nearHint(model, [...channelsByModel(context).keys()]);
        return failure(
          'model_not_found',
          `No channel has ${model}: calls fail with “no available channel”.${near}`,
        );
      }
      const groups = groupsOf(having, model);
      const isUnpriced = part(context, 'unpriced').includes(model);
      const served =
        groups.length === 0
          ? 'Nobody can call it: all channels that have it are off, or their mapping is unusable.'
          : `Clients of ${groups.join(', ')} can call it.`;
      const listing = isUnpriced ? ' Clients don’t see it in their list, since it has no price.' : '';
      return success(`${countOf(having.length, 'channel')} with ${model}. ${served}${listing}`, {
        channels: having.slice(0, MAX_BATCH_LENGTH).map((one) => ({
          ...rowOf(one),
          // Null if the mapping is unusable.
          upstream_name: upstreamName(one, model),
        })),
        groups,
        no_price: isUnpriced,
      });
    },
  ),
  readTool(
    {
      name: 'compare_with_upstream',
      line: 'new-api.call.compareWithUpstream',
      description: `Asks the upstreams of at most ${MAX_COMPARED} channels for their models, and compares. The server sends a request for each.`,
      input: z.strictObject({
        channels: z.array(reference).min(1).max(MAX_COMPARED).describe('Ids or names.'),
      }),
    },
    (context, { channels }) => {
      const compared = channels.map((one) => compareWithUpstream(context, channelIn(context, one)));
      return success(`Compared ${countOf(compared.length, 'channel')}.`, { channels: compared });
    },
  ),
];

export interface Selection {
  channels?: (number | string)[] | undefined;
  with_model?: string | undefined;
  type?: string | undefined;
  tag?: string | undefined;
  group?: string | undefined;
}

/** The channels that a call selects. Throws the call's failure if it selects none. */
export function chosen(
  context: NewApiContext,
  { channels, with_model: model, type, tag, group }: Selection,
): Channel[] {
  if ([channels, model, type, tag, group].every((value) => value === undefined)) {
    throw failed(
      'invalid_parameters',
      'Say which channels: at least one of channels, with_model, type, tag, group.',
    );
  }
  const listedOnly = channels?.map((one) => channelIn(context, one));
  const fits = starMatcher(model ?? '*'); // Without a pattern, any model.
  const found = (listedOnly ?? context.channels).filter(
    (one) =>
      (model === undefined || model === '*' || one.models.some(fits)) &&
      (type === undefined || typeName(one.type).toLowerCase() === type.toLowerCase()) &&
      (tag === undefined || one.tag === tag) &&
      (group === undefined || one.groups.includes(group)),
  );
  if (found.length === 0) throw failed('no_match', 'No channel fits; nothing was changed.');
  return [...new Set(found)];
}

/** The channel with this id or name. Throws the call's failure if there is none, or several. */
export function channelIn({ channels }: NewApiContext, wanted: number | string): Channel {
  // A number is an id; a text can be one channel's id and another one's name.
  const [first, ...others] = channels.filter(
    ({ id, name }) => String(id) === String(wanted) || name === wanted,
  );
  if (first === undefined) {
    const near = nearHint(
      String(wanted),
      channels.map(({ name }) => name),
    );
    throw failed('channel_not_found', `There is no channel ${JSON.stringify(wanted)}.${near}`);
  }
  if (others.length === 0) return first;
  const ids = [first, ...others].map(({ id }) => id).join(', ');
  throw failed(
    'ambiguous_channel',
    `${JSON.stringify(wanted)} names several channels: ${ids}. Give the id as a number.`,
  );
}

export function failed(code: string, message: string, data?: JsonObject): FailedCall {
  return new FailedCall(failure(code, message, data));
}

/** A part that the call needs in addition to the channels. Throws a {@link MissingPart} if it wasn't read yet. */
export function part({ more }: NewApiContext, name: string): string[] {
  const names = more?.[name];
  if (names === undefined) throw new MissingPart(name);
  return names;
}

function rowOf({ id, name, type, on, offReason, groups, models, tag, priority }: Channel): JsonObject {
  return {
    id,
    name,
    type: typeName(type),
    on,
    ...(offReason !== null && { off_by_server: offReason }),
    groups,
    models: models.length,
    ...(tag !== '' && { tag }),
    priority,
  };
}

function compareWithUpstream(context: NewApiContext, one: Channel): JsonObject {
  const upstream = part(context, `upstream:${one.id}`);
  const mapping = mappingOf(one) ?? {}; // An unusable mapping leads nowhere.
  const aliases = one.models.filter((name) => Object.hasOwn(mapping, name));
  const offered = new Set(upstream);
  return {
    channel: one.id,
    name: one.name,
    // Doesn't evaluate ignored regular expressions: the server's syntax isn't JavaScript's.
    ...listed('new', without(upstream, [...one.models, ...Object.values(mapping), ...one.ignored])),
    ...listed(
      'vanished',
      without(one.models, aliases).filter((name) => !offered.has(name.trim())),
    ),
    ...listed('aliases', aliases),
    ...listed(
      'aliases_of_vanished',
      aliases.filter((name) => !offered.has(upstreamName(one, name) ?? '')),
    ), // '' is no model.
  };
}
