import { z } from 'zod';
import { failure } from '@/src/core/records/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { factsInLine, say } from '@/src/schema/values/said';
import { FailedCall, MissingPart, type ReadTool, readTool } from '../kit/computed-tool';
import { rememberedWork, type Steps } from '../kit/slices';
import { createStarFinder } from '../kit/star-pattern';
import {
  batchFields,
  batchOfList,
  counted,
  countOf,
  listed,
  MAX_BATCH_LENGTH,
  nearHint,
  success,
} from '../kit/tool-results';
import { without } from '../kit/without';
import { type Channel, labelOf, mappingOf, type NewApiContext } from './channels';
import { channelsByModel, groupsOf, pricesIn, upstreamName } from './offers';

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
      return success(
        `${countOf(found.length, 'channel')}${range}.`,
        say('new-api.result.found', { count: found.length }),
        {
          channels: entries.map(rowOf),
          ...place,
        },
      );
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
      return success(
        `Channel ${labelOf(one)} has ${countOf(one.models.length, 'model')}.`,
        factsInLine(labelOf(one), say('kit.result.models', { count: one.models.length })),
        {
          ...rowOf(one),
          ...listed('model_names', one.models),
          mapping: mapping ?? one.mapping,
          ...(mapping === null && { mapping_is_unusable: true }),
          ignored_upstream_models: one.ignored,
          vanished_upstream: one.vanished,
          new_upstream: one.fresh,
        },
      );
    },
  ),
  readTool(
    {
      name: FIND_MODELS,
      line: 'new-api.call.findModels',
      description:
        'Finds models in all channels: which channels have them, which groups get them, which have no price and so can’t be called.',
      input: z.strictObject({
        patterns: z.array(text).min(1).max(50).describe('Names, or patterns with *.'),
        ...batchFields(MAX_BATCH_LENGTH),
      }),
    },
    (context, { patterns, ...page }) => {
      part(context, 'unpriced'); // Throws if this part wasn't read yet.
      const priceOf = pricesIn(context);
      const all = channelsByModel(context);
      const names = [...fitting(context, patterns)].sort();
      const { entries, range, place } = batchOfList(names, page);
      const models = entries.map((name) => {
        const having = all.get(name) ?? []; // The index has each name.
        return {
          model: name,
          channels: having.map(({ id }) => id),
          groups: groupsOf(having, name),
          ...(priceOf(name) === 'none' && { no_price: true }),
          ...(priceOf(name) === 'unknown' && { price_unknown: true }),
        };
      });
      return success(
        `${countOf(names.length, 'model')}${range}.`,
        say('kit.result.models', { count: names.length }),
        { models, ...place },
      );
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
      const all = channelsByModel(context);
      const having = all.get(model);
      const notes = spellingNotes(context, model);
      if (having === undefined) {
        const near = nearHint(model, [...all.keys()]);
        return failure(
          'model_not_found',
          [`No channel has ${model}: calls fail with “no available channel”.${near}`, ...notes].join(' '),
        );
      }
      const groups = groupsOf(having, model);
      part(context, 'unpriced'); // As above.
      const price = pricesIn(context)(model);
      const names = groups.join(', ');
      const callable = {
        none: `It can’t be called until a price is set for it; then clients of ${names} can.`,
        unknown: `Clients of ${names} can call it if it has a price; the server’s price list doesn’t have it.`,
        known: `Clients of ${names} can call it.`,
      }[price];
      const served =
        groups.length === 0
          ? 'Nobody can call it: all channels that have it are off, or their mapping is unusable.'
          : callable;
      const found = `${countOf(having.length, 'channel')} with ${model}. ${served}`;
      return success(
        [found, ...notes].join(' '),
        factsInLine(model, say('new-api.result.found', { count: having.length })),
        {
          channels: having.slice(0, MAX_BATCH_LENGTH).map((one) => ({
            ...rowOf(one),
            // Null if the mapping is unusable.
            upstream_name: upstreamName(one, model),
          })),
          groups,
          no_price: price === 'none',
        },
      );
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
      const chosen = new Set(channels.map((one) => channelIn(context, one)));
      const compared = [...chosen].map((one, done) => {
        const names = part(context, `upstream:${one.id}`, { done, total: chosen.size });
        return compareWithUpstream(one, names);
      });
      const silent = [...chosen].filter((_, index) => compared[index]?.upstream_lists_nothing === true);
      const none = `These upstreams list no models, so nothing is said to be vanished there: ${labelsOf(silent)}.`;
      const message = `Compared ${countOf(compared.length, 'channel')}.${silent.length === 0 ? '' : ` ${none}`}`;
      return success(message, say('new-api.result.found', { count: compared.length }), {
        channels: compared,
      });
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
  const names = model === undefined || model === '*' ? null : fitting(context, [model]);
  const having = names && new Set([...names].flatMap((name) => channelsByModel(context).get(name) ?? [])); // Each is there.
  const found = (listedOnly ?? context.channels).filter(
    (one) =>
      having?.has(one) !== false &&
      (type === undefined || typeName(one.type).toLowerCase() === type.toLowerCase()) &&
      (tag === undefined || one.tag === tag) &&
      (group === undefined || one.groups.includes(group)),
  );
  if (found.length === 0) throw failed('no_match', 'No channel fits; nothing was changed.');
  return [...new Set(found)];
}

/** The names of models, of all channels, that fit one of these patterns. Throws `too-complex` if both are too many. */
export const fitting = rememberedWork(function* (
  context: NewApiContext,
  patterns: string[],
): Steps<ReadonlySet<string>> {
  const fits = createStarFinder(patterns);
  const found = new Set<string>();
  for (const name of channelsByModel(context).keys()) {
    if (fits(name)) found.add(name);
    yield;
  }
  return found;
});

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
  throw failed(
    'ambiguous_channel',
    `${JSON.stringify(wanted)} names several channels: ${labelsOf([first, ...others])}. Give the id as a number.`,
  );
}

export function failed(code: string, message: string, data?: JsonObject): FailedCall {
  return new FailedCall(failure(code, message, data));
}

/** A part that the call needs in addition to the channels. Throws a {@link MissingPart} if it wasn't read yet. */
export function part({ more }: NewApiContext, name: string, progress?: MissingPart['progress']): string[] {
  const names = more?.[name];
  if (names === undefined) throw new MissingPart(name, progress);
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

/** Sentences on what a model can be confused with: other spellings of its name, and mappings that have no effect. */
function spellingNotes(context: NewApiContext, model: string): string[] {
  const isOtherSpelling = (name: string) => name !== model && sameLetters(name) === sameLetters(model);
  const spellings = [...channelsByModel(context).keys()].filter(isOtherSpelling);
  const unlisted = context.channels.filter(
    (one) => !one.models.includes(model) && Object.hasOwn(mappingOf(one) ?? {}, model), // An unusable mapping maps nothing.
  );
  const drifted = context.channels.filter(
    ({ models, fresh }) => models.includes(model) && fresh.some(isOtherSpelling),
  );
  return counted(
    [
      spellings.length,
      `Other names to the server: ${spellings.map((name) => JSON.stringify(name)).join(', ')}.`,
    ],
    [
      unlisted.length,
      `Mapped without effect, since it isn’t among the models, in channels ${labelsOf(unlisted)}.`,
    ],
    [drifted.length, `The upstream spells it in another case, in channels ${labelsOf(drifted)}.`],
  );
}

function sameLetters(name: string): string {
  return name.trim().toLowerCase();
}

function labelsOf(channels: readonly Channel[]): string {
  return channels.slice(0, MAX_BATCH_LENGTH).map(labelOf).join(', ');
}

function compareWithUpstream(one: Channel, upstream: readonly string[]): JsonObject {
  const mapping = mappingOf(one) ?? {}; // An unusable mapping leads nowhere.
  const aliases = one.models.filter((name) => Object.hasOwn(mapping, name));
  const unlisted = without(Object.keys(mapping), one.models);
  const compared = {
    channel: one.id,
    name: one.name,
    ...(unlisted.length > 0 && listed('mapped_but_not_in_models', unlisted)),
  };
  if (upstream.length === 0) return { ...compared, upstream_lists_nothing: true };
  const offered = new Set(upstream);
  // Doesn't evaluate ignored regular expressions: the server's syntax isn't JavaScript's.
  const fresh = without(upstream, [...one.models, ...Object.values(mapping), ...one.ignored]);
  const vanished = without(one.models, aliases).filter((name) => !offered.has(name.trim()));
  const bySpelling = new Map(fresh.map((name) => [sameLetters(name), name]));
  const drifted = vanished.filter((name) => bySpelling.has(sameLetters(name)));
  const spelled = drifted.map((name) => `${name} → ${bySpelling.get(sameLetters(name))}`);
  return {
    ...compared,
    ...listed(
      'new',
      fresh.filter((name) => !drifted.some((other) => sameLetters(other) === sameLetters(name))),
    ),
    ...listed('vanished', without(vanished, drifted)),
    ...(drifted.length > 0 && listed('same_in_another_case', spelled)),
    ...listed('aliases', aliases),
    ...listed(
      'aliases_of_vanished',
      aliases.filter((name) => !offered.has(upstreamName(one, name) ?? '')),
    ), // '' is no model.
  };
}
