import { z } from 'zod';
import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import type { ResultViews } from '@/src/core/adapter/result-view';
import { isSameJson } from '@/src/core/hash';
import { memberOf } from '@/src/core/json-values';
import { shortList } from '@/src/core/text/short-list';
import { visibleJson } from '@/src/core/text/visible-json';
import type { Change, StateDifference } from '@/src/schema/change';
import { mapSchema } from '@/src/schema/map-schema';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { takeableEntries } from '../kit/entries/entries';
import { portableEntries } from '../kit/entries/portable-entries';
import { linesWithin } from '../kit/lines-within';
import { pairsByKey } from '../kit/pairs-by-key';
import { promptText } from '../kit/prompt-text';
import { countsOf } from '../kit/rules/rule-lists';
import { inSlices, rememberedWork, type Steps } from '../kit/slices';
import { stamped, type UntimedChange } from '../kit/stamped';
import { counted, countOf, effectSentences, listedView } from '../kit/tool-results';
import { without } from '../kit/without';
import {
  type Channel,
  type ChannelState,
  labelOf,
  type NewApiContext,
  type NewApiState,
  restorableState,
} from './channels';
import { channelsByModel, consequences, modelGroups } from './offers';
import { FIND_MODELS, GET_CHANNEL, typeName } from './reads';
import { CHANGE_TIMEOUT_MS, STOP_TIMEOUT_MS, tools } from './tools';

/**
 * Limits on a context: length of a text in UTF-16 units, number of channels, number of names in a channel's list, length of a mapping.
 */
const MAX_TEXT = 1_000;
const MAX_CHANNELS = 20_000;
const MAX_MODELS = 10_000;
const MAX_MAPPING = 1_000_000;

const text = z.string().max(MAX_TEXT);
const names = z.array(text).max(MAX_MODELS);
const stateMembers = {
  models: names,
  mapping: z.string().max(MAX_MAPPING),
  groups: names,
  on: z.boolean(),
  ignored: names,
  created: z.number(),
  name: text.exactOptional(),
};

const contextSchema: z.ZodType<NewApiContext> = z.strictObject({
  channels: z
    .array(
      z.strictObject({
        ...stateMembers,
        id: z.int().nonnegative(),
        name: text,
        type: z.int(),
        tag: text,
        priority: z.number(),
        offReason: z.string().nullable(),
        vanished: names,
        fresh: names,
      }),
    )
    .max(MAX_CHANNELS),
});

const stateSchema: z.ZodType<NewApiState> = mapSchema(
  z.string().regex(/^\d+$/),
  z.strictObject(stateMembers),
);

const contributions = [
  promptText(
    'new-api:domain',
    'Context',
    500,
    'The page lists the channels of a new-api gateway: each leads to an upstream, with a key. Clients belong to a group, and can call a model if a channel that is on has both the model and the group; of several, the gateway chooses. A model without a price can’t be called until one is set, and clients don’t see it; an alias needs a price of its own. A channel can map a name that clients call to another name of the upstream; the name has to be among its models, too. The lists have exact names and no patterns. The gateway switches off channels that fail.',
  ),
  promptText(
    'new-api:effect',
    'Guidelines',
    500,
    'Every change takes effect for clients at once, so the user is asked first; nothing is saved separately. A tool for several channels takes those that fit all of its selectors. Several channels may have the same model: it is gone for a group only when none of its channels that are on has it. An alias is no vanished model: only its target can vanish upstream.',
  ),
];

/** The page as text within `budgetTokens`: the channels, then the models by the number of channels that have them. */
function encodeContext(context: NewApiContext, budgetTokens: number): string {
  const { channels } = context;
  const off = channels.filter(({ on }) => !on).length;
  const models = channelsByModel(context);
  const head = `${countOf(channels.length, 'channel')}, ${off} off; ${countOf(models.size, 'model')} in all. Of each channel: id, name, kind, groups, number of models.`;
  const lines = [head, ...channels.map(lineOf), 'Models, with the number of channels that have them:'];
  const modelLines = [...models].map(([name, having]) => `${visibleJson(name)} ${having.length}`);
  return linesWithin(
    [...lines, ...modelLines],
    budgetTokens,
    (leftOut) => `and ${leftOut} more lines: find_channels and ${FIND_MODELS} list the rest.`,
  );
}

function lineOf({ id, name, type, on, offReason, groups, models, tag, vanished, fresh }: Channel): string {
  const marks = [
    typeName(type),
    groups.map(visibleJson).join(' '),
    countOf(models.length, 'model'),
    ...(tag === '' ? [] : [`tag ${visibleJson(tag)}`]),
    ...(on ? [] : [offReason === null ? 'off' : 'switched off by the server']),
    ...counted(
      [vanished.length, `${vanished.length} vanished upstream`],
      [fresh.length, `${fresh.length} new upstream`],
    ),
  ];
  return `${id} ${visibleJson(name)}: ${marks.join(', ')}`;
}

/** Most names in the text of a difference; the panel unfolds the others. */
const MAX_IN_DIFFERENCE = 20;

/** The differences between two states, a few lines for each channel that differs. */
function diffState(from: NewApiState, to: NewApiState): StateDifference[] {
  return pairsByKey(new Map(Object.entries(from)), new Map(Object.entries(to))).flatMap(
    ({ key: channel, from: was, to: is }): StateDifference[] => {
      if (was === is) return [];
      const label = labelOf({ id: channel, name: is?.name ?? was?.name });
      if (was !== undefined && is !== undefined) return differencesOf(label, was, is);
      const kind = was === undefined ? 'added' : 'removed';
      return [{ kind, text: say('new-api.difference.channel', { channel: label }) }];
    },
  );
}

const LISTS = ['models', 'groups', 'ignored'] as const;

/** The members of a list that another one lacks, and the reverse. */
const listDifference = rememberedWork(function* (
  is: string[],
  was: string[],
): Steps<Record<'added' | 'removed', string[]>> {
  const added = without(is, was);
  yield;
  return { added, removed: without(was, is) };
});

/** The lists that differ. In one that is only ordered otherwise, nothing is added or removed. */
function changedLists(was: ChannelState, is: ChannelState) {
  return LISTS.flatMap((id) =>
    isSameJson(was[id], is[id]) ? [] : [{ id, ...listDifference(is[id], was[id]) }],
  );
}

function differencesOf(channel: string, was: ChannelState, is: ChannelState): StateDifference[] {
  const lists = changedLists(was, is).flatMap(({ id, added, removed }): StateDifference[] => {
    const line = (kind: StateDifference['kind'], changed: readonly string[]): StateDifference[] => {
      if (changed.length === 0) return [];
      const shown = changed.map((name) => visibleJson(name));
      const names = shortList(shown, shown.length, MAX_IN_DIFFERENCE);
      const more = shown.slice(MAX_IN_DIFFERENCE);
      const text = say(`new-api.difference.${id}`, { channel, names });
      return [{ kind, text, ...(more.length > 0 && { more }) }];
    };
    const isReordered = added.length + removed.length === 0;
    return [
      ...line('added', added),
      ...line('removed', removed),
      ...line('modified', isReordered ? is[id] : []),
    ];
  });
  const others = counted(
    [Number(was.on !== is.on), say(is.on ? 'new-api.difference.on' : 'new-api.difference.off', { channel })],
    [
      Number(was.mapping !== is.mapping),
      say('new-api.difference.mapping', { channel, from: was.mapping, to: is.mapping }),
    ],
  );
  return [...lists, ...others.map((text) => ({ kind: 'modified' as const, text }))];
}

const FOUND_UPSTREAM = 'upstream_checked';

function diffContext(previous: NewApiContext, next: NewApiContext, atMs: number): Change[] {
  const byId = ({ channels }: NewApiContext) => new Map(channels.map((one) => [String(one.id), one]));
  const changes = pairsByKey(byId(previous), byId(next)).flatMap(({ from, to }): UntimedChange[] => {
    if (from === undefined) return to === undefined ? [] : [{ type: 'channel_created', ...subject(to) }];
    if (to === undefined) return [{ type: 'channel_deleted', ...subject(from) }];
    return from === to ? [] : changesOf(from, to);
  });
  return stamped(changes, atMs);
}

const subject = ({ id, name }: Channel) => ({ channel: id, name });

function changesOf(from: Channel, to: Channel): UntimedChange[] {
  const { id: channel, name, type, tag, priority, mapping, on, offReason, vanished, fresh } = to;
  const isAsBefore = (...members: (keyof Channel)[]) =>
    members.every((member) => isSameJson(from[member], to[member]));
  const subject = { channel, name };
  return [
    ...changedLists(from, to).map(({ id, ...list }) => ({ type: `${id}_changed`, ...subject, ...list })),
    ...(isAsBefore('mapping') ? [] : [{ type: 'mapping_changed', ...subject, mapping }]),
    ...(isAsBefore('on', 'offReason')
      ? []
      : [{ type: on ? 'channel_on' : 'channel_off', ...subject, by_server: offReason !== null }]),
    ...(isAsBefore('name', 'type', 'tag', 'priority')
      ? []
      : [{ type: 'channel_edited', ...subject, kind: typeName(type), tag, priority }]),
    ...(isAsBefore('vanished', 'fresh') ? [] : [{ type: FOUND_UPSTREAM, ...subject, vanished, new: fresh }]),
  ];
}

const resultViews: ResultViews = {
  [FIND_MODELS]: [
    {
      kind: 'table',
      path: ['models'],
      heading: 'kit.result.models',
      columns: [
        { key: 'model', title: 'new-api.result.model' },
        { key: 'channels', title: 'new-api.result.channels' },
        { key: 'groups', title: 'new-api.result.groups' },
      ],
      totalKey: 'total',
    },
  ],
  [GET_CHANNEL]: [listedView(['model_names'], 'kit.result.models', null)],
};

function suggestions(context: NewApiContext): Said[] {
  const vanished = context.channels.reduce((sum, channel) => sum + channel.vanished.length, 0);
  const off = context.channels.filter(({ offReason }) => offReason !== null).length;
  return [
    ...counted(
      [vanished, say('new-api.suggestion.vanished', { count: vanished })],
      [off, say('new-api.suggestion.off', { count: off })],
    ),
    ...nearlyEverywhere(context),
    ...counted(
      [context.channels.length, say('new-api.suggestion.unpriced')],
      [context.channels.length, say('new-api.suggestion.single')],
    ),
  ];
}

/** Fewest channels of a kind for which a suggestion compares their models. */
const MIN_COMPARED = 3;

/**
 * Suggests the kind of channels with the most models that more than half of its channels have, but not all. Doesn't name the models:
 * their names come from the upstream, and a suggestion is sent as the user's text.
 */
function nearlyEverywhere(context: NewApiContext): Said[] {
  const channelsOf = new Map<number, number>();
  const count = (counts: Map<number, number>, type: number) => counts.set(type, (counts.get(type) ?? 0) + 1); // Not counted yet.
  for (const { type } of context.channels) count(channelsOf, type);
  const modelsOf = new Map<number, number>();
  for (const having of channelsByModel(context).values()) {
    const [{ type } = { type: 0 }] = having; // Never empty.
    const total = channelsOf.get(type) ?? 0; // Each kind was counted.
    const isMost = having.length > total / 2 && having.length < total;
    if (total >= MIN_COMPARED && isMost && having.every((one) => one.type === type)) count(modelsOf, type);
  }
  const [most] = [...modelsOf].sort(([, one], [, other]) => other - one);
  if (most === undefined) return [];
  return [say('new-api.suggestion.nearlyEverywhere', { kind: typeName(most[0]), count: most[1] })];
}

/** Name and kind of a channel, by which it is found on another server, where it has another id. */
const kindLabel = ({ name, type }: Channel) => `${name} (${typeName(type)})`;

/** The channels by {@link kindLabel}. `names`: the labels that only one channel has. */
function byLabel({ channels }: NewApiContext) {
  const labels = channels.map(kindLabel);
  const count = countsOf(labels);
  return {
    entries: Object.fromEntries(channels.map((one) => [kindLabel(one), one])),
    names: labels.filter((label) => count(label) === 1),
  };
}

function labels(ids: readonly string[], state: NewApiState): string[] {
  return ids.map((id) => labelOf({ id, name: state[id]?.name }));
}

/** The definition for new-api's list of channels. Changes go live at once, so it has no separate saved state. */
export const newApi = defineAdapter<NewApiContext, NewApiState>({
  id: 'new-api',
  title: 'new-api channels',
  isShared: true,
  isOutdatedByChanges: true,
  contextSchema,
  stateSchema,
  tools,
  contributions,
  restorableState,
  withState: (context, state) => ({
    ...context,
    channels: context.channels.map((one) => ({
      ...one,
      ...state[one.id],
      ...(state[one.id]?.on === true && { offReason: null }),
    })),
  }),
  portableState(from, now) {
    const { entries, left } = portableEntries(byLabel(from), { ...byLabel(now), entries: {} });
    const channels = now.channels.map((one): Channel => {
      const theirs = memberOf(entries, kindLabel(one));
      if (theirs === null) return one;
      const { models, mapping, ignored } = theirs;
      // What a server switched off by itself says something about its own key.
      const isChosen = one.offReason === null && theirs.offReason === null;
      return { ...one, models, mapping, ignored, on: (isChosen ? theirs : one).on };
    });
    return { state: restorableState({ channels }), left };
  },
  takeable(now, wanted) {
    const { state: taken, gone } = takeableEntries(
      now,
      wanted,
      (one, other) => one.created === other.created,
    );
    // The server ignores an empty list.
    const emptied = Object.keys(taken).filter(
      (id) => taken[id]?.models.length === 0 && now[id]?.models.length !== 0,
    );
    const stateOf = ([id, { name: _, ...one }]: [string, ChannelState]): [string, ChannelState] => {
      const { name, models = [] } = now[id] ?? {}; // An entry that can be taken is there.
      // A name is only shown.
      return [id, { ...one, ...(name !== undefined && { name }), ...(emptied.includes(id) && { models }) }];
    };
    return {
      state: Object.fromEntries(Object.entries(taken).map(stateOf)),
      left: counted(
        [gone.length, say('new-api.left.gone', { channels: labels(gone, wanted) })],
        [emptied.length, say('new-api.left.emptied', { channels: labels(emptied, now) })],
      ),
    };
  },
  effectNote: say('new-api.effectNote'),
  ownChangeTypes: [FOUND_UPSTREAM],
  diffContext,
  diffState,
  stateEffect: (before, after) => inSlices(() => sentences(...effectSentences(consequences(before, after)))),
  models: (context) => inSlices(() => modelGroups(context, null)),
  changeGroup: () => ({ fields: {}, readWith: GET_CHANNEL }),
  encodeContext,
  pageLine: (context) => ({
    title: 'new-api',
    name: null,
    facts: [
      say('new-api.pageLine.channels', { count: context.channels.length }),
      say('new-api.pageLine.off', { count: context.channels.filter(({ on }) => !on).length }),
      say('new-api.pageLine.models', { count: channelsByModel(context).size }),
    ],
    unsaved: false,
  }),
  resultViews,
  suggestions,
  applyTimeoutMs: CHANGE_TIMEOUT_MS,
  stopTimeoutMs: STOP_TIMEOUT_MS,
  proposedBaseUrl: (pageOrigin) => `${pageOrigin}/v1`,
});
