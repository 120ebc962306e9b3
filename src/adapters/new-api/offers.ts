import { isSameJson } from '@/src/core/hash';
import { visibleJson } from '@/src/core/text/visible-json';
import type { EffectList, EffectName } from '@/src/schema/dry-run';
import { say, sentences } from '@/src/schema/values/said';
import { type Pair, pairsByKey } from '../kit/pairs-by-key';
import { remembered } from '../kit/remembered';
import { rememberedWork, type Steps } from '../kit/slices';
import { effectList } from '../kit/tool-results';
import { type Channel, labelOf, mappingOf, type NewApiContext } from './channels';

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

/**
 * The consequences of a change for the clients of each group: models that no channel serves any more, that are served now, and that
 * another channel still serves; and models that nobody can call for lack of a price.
 */
export function consequences(before: NewApiContext, after: NewApiContext): EffectList[] {
  return effects(after, before);
}

const effects = rememberedWork(function* (after: NewApiContext, before: NewApiContext): Steps<EffectList[]> {
  const pairs = pairsByKey(byId(before), byId(after));
  const changed = yield* changedOffers(pairs);
  const concerned = new Set([...changed.values()].flatMap((models) => [...models]));
  const [then, now] = [new Map<string, Offer[]>(), new Map<string, Offer[]>()];
  for (const { from, to } of pairs) {
    gather(from, concerned, from === to ? [then, now] : [then]);
    if (from !== to) gather(to, concerned, [now]);
    yield;
  }
  const withoutPrice = new Set(after.more?.unpriced);
  const lost = new Map<string, EffectName[]>();
  const gained = new Map<string, EffectName[]>();
  const kept = new Map<string, EffectName>();
  const redirected = new Map<string, EffectName>();
  const unpriced = new Map<string, EffectName>();
  for (const [group, models] of changed) {
    for (const name of models) {
      const [was, is] = [serving(then, group, name), serving(now, group, name)];
      const targets = targetsOf(is);
      const leadsTo = say('new-api.preview.mapsTo', { model: targets });
      const mapped = targets === name || is.length === 0 ? null : leadsTo;
      if (withoutPrice.has(name)) {
        if (was.length + is.length > 0) unpriced.set(name, { name, detail: mapped });
      } else if (was.length === 0 && is.length > 0) {
        // The price list has only what a channel offers.
        const detail = then.has(name) ? mapped : sentences(mapped, say('new-api.preview.ifPriced'));
        add(gained, group, { name, detail });
      } else if (is.length === 0 && was.length > 0) {
        add(lost, group, { name, detail: null });
      } else {
        const channels = is.slice(0, MAX_NAMED).map(({ channel }) => labelOf(channel));
        if (is.length < was.length)
          kept.set(name, { name, detail: say('new-api.preview.servedBy', { channels }) });
        if (targetsOf(was) !== targets) redirected.set(name, { name, detail: leadsTo });
      }
      yield;
    }
  }
  return [
    ...byGroups(lost).flatMap(([groups, names]) =>
      effectList('loss', say('new-api.preview.lost', { groups }), names),
    ),
    ...byGroups(gained).flatMap(([groups, names]) =>
      effectList('gain', say('new-api.preview.gained', { groups }), names),
    ),
    ...effectList('warning', say('new-api.preview.unpriced'), [...unpriced.values()]),
    ...effectList('warning', say('new-api.preview.stillServed'), [...kept.values()]),
    ...effectList('warning', say('new-api.preview.redirected'), [...redirected.values()]),
    ...effectList('warning', say('new-api.preview.offByServer'), switchedOn(before, after)),
  ];
});

function byId({ channels }: NewApiContext): Map<string, Channel> {
  return new Map(channels.map((channel) => [String(channel.id), channel]));
}

/** A channel that is on, with the upstream's model that calls of a model lead to. */
interface Offer {
  channel: Channel;
  target: string;
}

/** Adds what a channel offers of these models. Its list may have a name twice. */
function gather(
  channel: Channel | undefined,
  models: ReadonlySet<string>,
  offers: readonly Map<string, Offer[]>[],
): void {
  if (channel?.on !== true) return;
  for (const model of channel.models) {
    const target = models.has(model) ? upstreamName(channel, model) : null;
    if (target === null) continue;
    const offer = { channel, target };
    for (const found of offers) {
      const others = found.get(model);
      if (others === undefined) found.set(model, [offer]);
      else if (others[others.length - 1]?.channel !== channel) others.push(offer);
    }
  }
}

/** The offers of a model for the clients of a group. */
function serving(offers: ReadonlyMap<string, readonly Offer[]>, group: string, model: string): Offer[] {
  const all = offers.get(model) ?? []; // No channel offers it.
  return all.filter(({ channel }) => channel.groups.includes(group));
}

/** The upstreams' models that calls of a model lead to, as one text. */
function targetsOf(offers: readonly Offer[]): string {
  const [first] = offers;
  // Nearly always, all lead to the same one.
  if (first !== undefined && offers.every(({ target }) => target === first.target)) return first.target;
  return [...new Set(offers.map(({ target }) => target))].sort().join(', ');
}

/** Most channels that are named in a detail. */
const MAX_NAMED = 3;

/**
 * The channels that the server had switched off, and that the change switches on. A rollback can only switch them off as a user
 * does.
 */
function switchedOn(before: NewApiContext, after: NewApiContext): EffectName[] {
  const on = new Set(after.channels.filter((channel) => channel.on).map(({ id }) => id));
  return before.channels.flatMap(({ id, name, offReason }) =>
    offReason !== null && on.has(id)
      ? [{ name: labelOf({ id, name }), detail: offReason === '' ? null : visibleJson(offReason) }]
      : [],
  );
}

/** The models that a channel offers the clients of a group otherwise than before, by group. */
function* changedOffers(pairs: readonly Pair<Channel>[]): Steps<Map<string, Set<string>>> {
  const changed = new Map<string, Set<string>>();
  for (const { from, to } of pairs) {
    if (from === undefined || to === undefined || from === to) continue;
    const groups = new Set([...from.groups, ...to.groups]);
    for (const group of groups) if (!changed.has(group)) changed.set(group, new Set());
    const [had, has] = [new Set(from.models), new Set(to.models)];
    const isSame = isSameJson(from.groups, to.groups);
    const isSameRoute = isSame && from.on === to.on && from.mapping === to.mapping;
    for (const model of new Set([...had, ...has])) {
      if (isSameRoute && had.has(model) && has.has(model)) continue;
      const then = had.has(model) ? targetIn(from, model) : null;
      const now = has.has(model) ? targetIn(to, model) : null;
      if (isSame && then === now) continue;
      for (const group of groups) {
        const was = from.groups.includes(group) ? then : null;
        const is = to.groups.includes(group) ? now : null;
        if (was !== is) changed.get(group)?.add(model);
      }
    }
    yield;
  }
  return changed;
}

function add(lists: Map<string, EffectName[]>, group: string, name: EffectName): void {
  const list = lists.get(group);
  if (list === undefined) lists.set(group, [name]);
  else list.push(name);
}

/** The lists with their groups. Groups with equal lists are joined. */
function byGroups(lists: ReadonlyMap<string, EffectName[]>): [groups: string[], names: EffectName[]][] {
  const shared = new Map<string, [string[], EffectName[]]>();
  for (const [group, names] of lists) {
    const key = JSON.stringify(names);
    const found = shared.get(key);
    if (found === undefined) shared.set(key, [[group], names]);
    else found[0].push(group);
  }
  return [...shared.values()];
}
