import { visibleJson } from '@/src/core/text/visible-json';
import type { EffectList, EffectName } from '@/src/schema/dry-run';
import { say } from '@/src/schema/values/said';
import { remembered } from '../kit/remembered';
import { effectList } from '../kit/tool-results';
import { type Channel, mappingOf, type NewApiContext } from './channels';

/** All names of models with their channels, those that are off included. */
export const channelsByModel = remembered(
  ({ channels }: NewApiContext): ReadonlyMap<string, readonly Channel[]> => {
    const found = new Map<string, Channel[]>();
    for (const channel of channels) {
      for (const model of channel.models) {
        const having = found.get(model);
        if (having === undefined) found.set(model, [channel]);
        // The list may have the name twice. Half a million names: an index is a tenth faster than `at`.
        else if (having[having.length - 1] !== channel) having.push(channel);
      }
    }
    return found;
  },
);

/** True if calls of a model that the channel has can reach its upstream. */
function canServe(channel: Channel, model: string): boolean {
  return channel.on && upstreamName(channel, model) !== null;
}

/**
 * The channels through which clients of a group can call a model: they are on, have both the group and the model, and their mapping
 * leads to a model.
 */
function serving(context: NewApiContext, group: string, model: string): Channel[] {
  const having = channelsByModel(context).get(model) ?? []; // No channel has it.
  return having.filter((one) => one.groups.includes(group) && canServe(one, model));
}

/** The groups whose clients can call a model through one of these channels. */
export function groupsOf(having: readonly Channel[], model: string): string[] {
  const usable = having.filter((one) => canServe(one, model));
  return [...new Set(usable.flatMap(({ groups }) => groups))].sort();
}

/** Name of the upstream's model that a call of a model through a channel leads to; null if the channel's mapping is unusable. */
export function upstreamName(channel: Channel, model: string): string | null {
  const mapping = mappingOf(channel);
  if (mapping === null) return null;
  const visited = new Set<string>();
  let name = model;
  while (Object.hasOwn(mapping, name) && mapping[name] !== name) {
    if (visited.has(name)) return null;
    visited.add(name);
    name = mapping[name] ?? name; // The mapping has this name.
  }
  return name;
}

/**
 * The consequences of a change for the clients of each group: models that no channel serves any more, that are served now, and that
 * another channel still serves; and models that clients don't see for lack of a price.
 */
export function consequences(before: NewApiContext, after: NewApiContext): EffectList[] {
  const withoutPrice = new Set(after.more?.unpriced);
  const changed = changedPairs(before, after);
  const lost = new Map<string, EffectName[]>();
  const gained = new Map<string, EffectName[]>();
  const kept = new Map<string, EffectName>();
  const redirected = new Map<string, EffectName>();
  const unpriced = new Map<string, EffectName>();
  for (const [group, models] of changed) {
    for (const model of models) {
      const [then, now] = [serving(before, group, model), serving(after, group, model)];
      const [wasServed, isServed] = [then.length > 0, now.length > 0];
      const targets = targetsOf(now, model);
      const mapsTo = () => say('new-api.preview.mapsTo', { model: targets });
      if (wasServed && !isServed) add(lost, group, { name: model, detail: null });
      if (!wasServed && isServed) {
        add(gained, group, { name: model, detail: targets === model ? null : mapsTo() });
        if (withoutPrice.has(model)) unpriced.set(model, { name: model, detail: null });
      }
      if (isServed && now.length < then.length) {
        const detail = say('new-api.preview.servedBy', {
          channels: now.slice(0, MAX_NAMED).map(({ name }) => name),
        });
        kept.set(model, { name: model, detail });
      }
      if (wasServed && isServed && targetsOf(then, model) !== targets)
        redirected.set(model, { name: model, detail: mapsTo() });
    }
  }
  return [
    ...byGroups(lost).flatMap(([groups, names]) =>
      effectList('loss', say('new-api.preview.lost', { groups }), names),
    ),
    ...byGroups(gained).flatMap(([groups, names]) =>
      effectList('gain', say('new-api.preview.gained', { groups }), names),
    ),
    ...effectList('warning', say('new-api.preview.stillServed'), [...kept.values()]),
    ...effectList('warning', say('new-api.preview.redirected'), [...redirected.values()]),
    ...effectList('warning', say('new-api.preview.unpriced'), [...unpriced.values()]),
    ...effectList('warning', say('new-api.preview.offByServer'), switchedOn(before, after)),
  ];
}

/** The upstreams' models that calls of a model lead to, as one text. */
function targetsOf(channels: readonly Channel[], model: string): string {
  const targets = channels.map((one) => upstreamName(one, model) ?? ''); // Those that lead nowhere serve nobody.
  return [...new Set(targets)].sort().join(', ');
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
      ? [{ name, detail: offReason === '' ? null : visibleJson(offReason) }]
      : [],
  );
}

/** The models that may be lost or gained, by group: those of the channels that change. */
function changedPairs(before: NewApiContext, after: NewApiContext): Map<string, Set<string>> {
  const earlier = new Map(before.channels.map((channel) => [channel.id, channel]));
  const pairs = new Map<string, Set<string>>();
  for (const channel of after.channels) {
    const then = earlier.get(channel.id);
    if (then === undefined || then === channel) continue;
    for (const group of new Set([...then.groups, ...channel.groups])) {
      const models = pairs.get(group) ?? new Set<string>(); // The first channel of the group.
      pairs.set(group, models);
      for (const model of [...then.models, ...channel.models]) models.add(model);
    }
  }
  return pairs;
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
