import type { ModelGroup, PageModel } from '@/src/core/adapter/page-models';
import { isSameJson } from '@/src/core/hash';
import { visibleJson } from '@/src/core/text/visible-json';
import type { EffectList, EffectName } from '@/src/schema/dry-run';
import { say } from '@/src/schema/values/said';
import { remembered } from '../kit/remembered';
import { rememberedWork, type Steps } from '../kit/slices';
import { effectList } from '../kit/tool-results';
import { type Channel, labelOf, mappingOf, type NewApiContext, plainLabelOf } from './channels';

/** Channels by the name of a model that they have. */
type Having = ReadonlyMap<string, readonly Channel[]>;

const indexed = rememberedWork(function* ({ channels }: NewApiContext, _: null): Steps<Having> {
  const found = new Map<string, Channel[]>();
  for (const channel of channels) {
    for (const model of channel.models) {
      const having = found.get(model);
      if (having === undefined) found.set(model, [channel]);
      // The list may have the name twice. Half a million names: an index is a tenth faster than `at`.
      else if (having[having.length - 1] !== channel) having.push(channel);
    }
    yield;
  }
  return found;
});

/** All names of models with their channels, those that are off included. */
export function channelsByModel(context: NewApiContext): Having {
  return indexed(context, null);
}

/** Name of the upstream's model that calls of a model lead to; null if they can't reach the channel's upstream. */
function targetIn(channel: Channel, model: string): string | null {
  return channel.on ? upstreamName(channel, model) : null;
}

/** The groups whose clients can call a model through one of these channels, if it has a price. */
export function groupsOf(having: readonly Channel[], model: string): string[] {
  const usable = having.filter((one) => targetIn(one, model) !== null);
  return [...new Set(usable.flatMap(({ groups }) => groups))].sort();
}

/** Name of the upstream's model that a call of a model through a channel leads to; null if the channel's mapping is unusable. */
export function upstreamName(channel: Channel, model: string): string | null {
  const targets = followed(channel);
  if (targets === null) return null;
  const target = targets.get(model);
  return target === undefined ? model : target;
}

/**
 * The names that a channel maps, each with the one that it leads to in the end: null for a circle. Null if the mapping is unusable. Parsed and
 * followed once for all models of the channel.
 */
const followed = remembered((channel: Channel): ReadonlyMap<string, string | null> | null => {
  const mapping = mappingOf(channel);
  if (mapping === null) return null;
  const targets = new Map<string, string | null>();
  for (const from of Object.keys(mapping)) {
    const visited = new Set<string>();
    let name = from;
    while (
      !targets.has(name) &&
      !visited.has(name) &&
      Object.hasOwn(mapping, name) &&
      mapping[name] !== name
    ) {
      visited.add(name);
      name = mapping[name] ?? name; // The mapping has this name.
    }
    const known = targets.get(name);
    const end = visited.has(name) ? null : known === undefined ? name : known;
    for (const one of visited) targets.set(one, end);
  }
  return targets;
});

/** The models of the channels of each group. Its clients get those that have a price and that a channel serves. */
export const modelGroups = rememberedWork(function* (context: NewApiContext, _: null): Steps<ModelGroup[]> {
  const priceOf = pricesIn(context);
  const groups = new Map<string, PageModel[]>();
  for (const [name, having] of channelsByModel(context)) {
    const served = new Set(priceOf(name) === 'none' ? [] : groupsOf(having, name));
    for (const group of new Set(having.flatMap(({ groups }) => groups))) {
      const models = groups.get(group) ?? []; // The first model of the group.
      models.push({ name, state: served.has(group) ? 'visible' : 'hidden' });
      groups.set(group, models);
    }
    yield;
  }
  return [...groups].map(([name, models]) => ({ name, models }));
});

/** The state of a model’s price in the price list; unknown if the list wasn't read. */
export function pricesIn({ more }: NewApiContext): (model: string) => 'known' | 'none' | 'unknown' {
  if (more?.unpriced === undefined) return () => 'unknown';
  const unpriced = new Set(more.unpriced);
  const priced = more.priced && new Set(more.priced);
  return (model) => (unpriced.has(model) ? 'none' : priced?.has(model) === false ? 'unknown' : 'known');
}

/**
 * The consequences of a change for the clients of each group: models that no channel serves any more, that are served now, and that
 * another channel still serves; and models that nobody can call for lack of a price.
 */
export function consequences(before: NewApiContext, after: NewApiContext): EffectList[] {
  return effects(after, before);
}

const effects = rememberedWork(function* (after: NewApiContext, before: NewApiContext): Steps<EffectList[]> {
  // First, since each slice that ends in an index begins the rest again.
  const [had, has] = [channelsByModel(before), channelsByModel(after)];
  const pairs = changedPairs(before, after);
  const priceOf = pricesIn(after);
  const alike = alikeGroups([...before.channels, ...after.channels]);
  const changed = yield* changedOffers(pairs, alike);
  const found = new Map<string, GroupEffects>();
  for (const [group, models] of changed)
    found.set(group, yield* effectsFor(group, models, [had, has], priceOf));
  const groups = [...new Set(pairs.flatMap(({ from, to }) => [...from.groups, ...to.groups]))];
  // Each group was looked at, or one that is alike.
  const listsOf = (list: keyof GroupEffects) => groups.map((group) => found.get(alike(group))?.[list] ?? []);
  return [
    ...(
      [
        ['loss', 'lost'],
        ['gain', 'gained'],
        ['gain', 'gainedIfPriced'],
      ] as const
    ).flatMap(([kind, list]) =>
      byGroups(groups, listsOf(list)).flatMap(([groups, names]) =>
        effectList(kind, say(`new-api.preview.${list}`, { groups }), names),
      ),
    ),
    ...(['unpriced', 'stillServed', 'redirected'] as const).flatMap((list) => {
      // Each model once, although several groups have it.
      const names = new Map(listsOf(list).flatMap((all) => all.map((one) => [one.name, one] as const)));
      return effectList('warning', say(`new-api.preview.${list}`), [...names.values()]);
    }),
    ...effectList('warning', say('new-api.preview.offByServer'), switchedOn(pairs)),
  ];
});

/** A channel that a change leaves otherwise. */
interface ChangedChannel {
  from: Channel;
  to: Channel;
}

/** The channels that differ. A change neither creates nor deletes channels. */
function changedPairs(before: NewApiContext, after: NewApiContext): ChangedChannel[] {
  const next = new Map(after.channels.map((channel) => [channel.id, channel]));
  return before.channels.flatMap((from) => {
    const to = next.get(from.id);
    return to === undefined || to === from ? [] : [{ from, to }];
  });
}

/** Maps each group to the first one that exactly the same channels have: clients of both get the same. */
function alikeGroups(channels: readonly Channel[]): (group: string) => string {
  const marks = new Map<string, string>();
  for (const [index, list] of [...new Set(channels.map(({ groups }) => groups.join()))].entries())
    for (const group of new Set(list.split(','))) marks.set(group, `${marks.get(group)} ${index}`);
  const first = new Map([...marks].reverse().map(([group, mark]) => [mark, group]));
  return (group) => first.get(marks.get(group) ?? '') ?? group; // Each channel's groups are known.
}

/** The consequences for the clients of one group. */
type GroupEffects = Record<
  'lost' | 'gained' | 'gainedIfPriced' | 'stillServed' | 'redirected' | 'unpriced',
  EffectName[]
>;

function* effectsFor(
  group: string,
  models: ReadonlySet<string>,
  [had, has]: [Having, Having],
  priceOf: ReturnType<typeof pricesIn>,
): Steps<GroupEffects> {
  const found: GroupEffects = {
    lost: [],
    gained: [],
    gainedIfPriced: [],
    stillServed: [],
    redirected: [],
    unpriced: [],
  };
  for (const name of models) {
    const [was, is] = [serving(group, name, had.get(name)), serving(group, name, has.get(name))];
    const leadsTo = say('new-api.preview.mapsTo', { model: is.targets });
    const mapped = is.targets === name || is.channels.length === 0 ? null : leadsTo;
    const price = priceOf(name);
    if (price === 'none') {
      if (was.channels.length + is.channels.length > 0) found.unpriced.push({ name, detail: mapped });
    } else if (was.channels.length === 0 && is.channels.length > 0) {
      const list = price === 'known' ? found.gained : found.gainedIfPriced;
      list.push({ name, detail: mapped });
    } else if (is.channels.length === 0 && was.channels.length > 0) {
      found.lost.push({ name, detail: null });
    } else {
      const channels = is.channels.slice(0, MAX_NAMED).map(labelOf);
      if (is.channels.length < was.channels.length)
        found.stillServed.push({ name, detail: say('new-api.preview.servedBy', { channels }) });
      if (was.targets !== is.targets) found.redirected.push({ name, detail: leadsTo });
    }
    yield;
  }
  return found;
}

/** The channels through which clients of a group can call a model, and the upstreams' models that the calls lead to. */
function serving(
  group: string,
  model: string,
  having: readonly Channel[] | undefined,
): { channels: Channel[]; targets: string } {
  const channels: Channel[] = [];
  const targets = new Set<string>();
  // A model that the change adds or removes is on one side only.
  for (const one of having ?? []) {
    const target = one.groups.includes(group) ? targetIn(one, model) : null;
    if (target === null) continue;
    channels.push(one);
    targets.add(target);
  }
  return { channels, targets: [...targets].sort().join(', ') };
}

/** Most channels that are named in a detail. */
const MAX_NAMED = 3;

/**
 * The channels that the server had switched off, and that the change switches on. A rollback can only switch them off as a user
 * does.
 */
function switchedOn(pairs: readonly ChangedChannel[]): EffectName[] {
  return pairs.flatMap(({ from: { offReason, ...from }, to }) =>
    offReason !== null && to.on
      ? [{ name: plainLabelOf(from), detail: offReason === '' ? null : visibleJson(offReason) }]
      : [],
  );
}

/** The names of a list of models. */
const namesIn = remembered((models: string[]): ReadonlySet<string> => new Set(models));

/** The models that a channel offers the clients of a group otherwise than before, by the first of the groups that are alike. */
function* changedOffers(
  pairs: readonly ChangedChannel[],
  alike: (group: string) => string,
): Steps<Map<string, Set<string>>> {
  const changed = new Map<string, Set<string>>();
  for (const { from, to } of pairs) {
    const [had, has] = [namesIn(from.models), namesIn(to.models)];
    const isSame = isSameJson(from.groups, to.groups);
    const isSameRoute = isSame && from.on === to.on && from.mapping === to.mapping;
    const differing: [model: string, then: string | null, now: string | null][] = [];
    for (const model of had === has ? had : new Set([...had, ...has])) {
      if (isSameRoute && had.has(model) && has.has(model)) continue;
      const then = had.has(model) ? targetIn(from, model) : null;
      const now = has.has(model) ? targetIn(to, model) : null;
      if (!isSame || then !== now) differing.push([model, then, now]);
    }
    for (const group of new Set([...from.groups, ...to.groups].map(alike))) {
      const models = changed.get(group) ?? new Set(); // The first channel of the group.
      changed.set(group, models);
      const [was, is] = [from.groups.includes(group), to.groups.includes(group)];
      for (const [model, then, now] of differing)
        if ((was ? then : null) !== (is ? now : null)) models.add(model);
    }
    yield;
  }
  return changed;
}

const textOf = remembered((names: EffectName[]) => JSON.stringify(names));

/** The groups with their lists. Groups with equal lists are joined. */
function byGroups(
  groups: readonly string[],
  lists: readonly EffectName[][],
): [groups: string[], names: EffectName[]][] {
  const shared = new Map<string, [string[], EffectName[]]>();
  for (const [index, names] of lists.entries()) {
    const [others] = shared.get(textOf(names)) ?? [[]]; // The first of them.
    shared.set(textOf(names), [[...others, ...groups.slice(index, index + 1)], names]);
  }
  return [...shared.values()];
}
