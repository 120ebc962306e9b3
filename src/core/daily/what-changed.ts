import type { StateDifference } from '@/src/schema/change';
import type { Json } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { uncheckedContextWithState } from '../adapter/context-with-state';
import type { ModelGroup } from '../adapter/page-models';
import { isStewardError } from '../errors';
import { isSameJson } from '../hash';
import { shortList } from '../text/short-list';
import { visibleJson } from '../text/visible-json';

/** Most differences of one kind, and most models of one line, that are listed. Further ones are only counted. */
const MAX_LISTED = 500;
/** Most models in the text of a line, which the panel unfolds, and most groups in the text of a sum. */
const MAX_IN_TEXT = 5;

/** A change that Steward made: the page's restorable state before and after it. */
export interface OwnChange {
  before: Json;
  /** Null if it isn't known exactly. */
  after: Json | null;
}

/** The differences of a page from an earlier state, by who made them. */
export interface WhatChanged {
  /** The sums of `outside` and `models`, in a few words each. Empty if nothing but Steward's own changes differs. */
  news: Said[];
  /** Models that came, went, or are offered otherwise: a line for each group and kind. */
  models: StateDifference[];
  /** Differences of the restorable state that Steward didn't make. */
  outside: StateDifference[];
  /** Those that chats of this browser made. */
  own: StateDifference[];
}

/**
 * Compares a page with an earlier context of it; of a page with a save, what is saved: unsaved changes are those of a tab. `own`: Steward's
 * changes since then, the oldest first. Null if nothing differs, and for a page whose state is never restored. On a large page it lets
 * other tasks run in between.
 */
export async function whatChanged(
  adapter: AdapterDefinition,
  earlier: Json,
  now: Json,
  own: readonly OwnChange[],
): Promise<WhatChanged | null> {
  const { saving, restorableState } = adapter;
  if (adapter.isNeverRestored || isSameJson(earlier, now)) return null;
  const lasting = (context: Json) => {
    const waits = saving?.isBypassed(context) === false;
    const saved = waits ? saving.stateFromSaved(context, saving.savedState(context)) : null;
    return saved ?? restorableState(context); // The page can't show what is saved, or has no save.
  };
  const plain = (state: Json) => adapter.withoutView?.(state) ?? state; // All of it is compared.
  const between = (from: Json, to: Json) => adapter.diffState(plain(from), plain(to));
  const [was, is] = [lasting(earlier), lasting(now)];
  // A change whose result is unknown explains what is there: it must not be called somebody else's.
  const steps = own.map(({ before, after }) => [before, after ?? is] as const); // As above.
  const made = steps.flatMap((step) => between(...step));
  const [first, last] = [steps[0], steps.at(-1)];
  // Of several changes, only all together may show another order.
  if (first && last) made.push(...between(first[0], last[1]).filter(({ kind }) => kind === 'modified'));
  // The user saw the changes that were not saved then.
  const known = new Set([...made, ...between(was, restorableState(earlier))].map(keyOf));
  const all = between(was, is);
  const outside = all.filter((one) => !known.has(keyOf(one)));
  const byChats = all.filter((one) => known.has(keyOf(one)));
  const contextIn = (context: Json, state: Json) =>
    uncheckedContextWithState(adapter, context, state) ?? context; // A context is an object.
  // Models that Steward hid or brought back are no news. With such changes, those that rules of others hid are left out, too.
  const before = contextIn(earlier, byChats.length === 0 ? was : is);
  const models = await modelNews(adapter, before, contextIn(now, is));
  return {
    news: [...outsideNews(outside, adapter.ruleUse !== undefined), ...sumsOf(models)],
    models: models.map(lineOf),
    outside: outside.slice(0, MAX_LISTED),
    own: byChats.slice(0, MAX_LISTED),
  };
}

const keyOf = ({ kind, text }: StateDifference) => JSON.stringify([kind, text]);

const KINDS = ['added', 'removed', 'lost', 'back'] as const;

/** Models of a group, such as a provider, that changed in the same way. `lost`, `back`: clients don't get them now, or do again. */
interface ModelNews {
  kind: (typeof KINDS)[number];
  group: string;
  names: string[];
}

async function modelNews(
  { models, isShared }: AdapterDefinition,
  from: Json,
  to: Json,
): Promise<ModelNews[]> {
  if (models === undefined) return [];
  try {
    const [was, is] = [await models(from), await models(to)];
    // A server that lists nothing doesn't say what it has. A page that isn't its server's whole state may not have loaded a group.
    const listsAll = isShared === true && was.length > 0 && is.length > 0;
    const statesIn = (groups: readonly ModelGroup[], name: string) => {
      const found = groups.find((group) => group.name === name);
      const listed = found === undefined && listsAll ? [] : (found?.models ?? null);
      return listed && new Map(listed.map((model) => [model.name, model.state !== 'hidden']));
    };
    return [...new Set([...is, ...was].map(({ name }) => name))].flatMap((group) => {
      const [before, after] = [statesIn(was, group), statesIn(is, group)];
      return before === null || after === null ? [] : newsOf(group, before, after);
    });
  } catch (error) {
    // The differences of the rules are known all the same.
    if (isStewardError(error) && error.code === 'too-complex') return [];
    throw error;
  }
}

type Offered = ReadonlyMap<string, boolean>;

function newsOf(group: string, before: Offered, after: Offered): ModelNews[] {
  const names: Record<ModelNews['kind'], string[]> = { added: [], removed: [], lost: [], back: [] };
  for (const [name, isOffered] of after) {
    const wasOffered = before.get(name);
    if (wasOffered === undefined) names.added.push(name);
    else if (wasOffered !== isOffered) names[isOffered ? 'back' : 'lost'].push(name);
  }
  // A model that clients didn't get is left out.
  for (const [name, wasOffered] of before) if (wasOffered && !after.has(name)) names.removed.push(name);
  return KINDS.flatMap((kind) => (names[kind].length === 0 ? [] : [{ kind, group, names: names[kind] }]));
}

const SIGNS = { added: 'added', removed: 'removed', lost: 'removed', back: 'added' } as const;

/** The models that changed in each way: how many, and in which groups. */
function sumsOf(all: readonly ModelNews[]): Said[] {
  return KINDS.flatMap((kind) => {
    const ofKind = all.filter((one) => one.kind === kind);
    return ofKind.length === 0 ? [] : [sumOf(kind, ofKind)];
  });
}

function sumOf(kind: ModelNews['kind'], all: readonly ModelNews[]): Said {
  const groups = all.map(({ group }) => visibleName(group));
  const count = all.reduce((sum, { names }) => sum + names.length, 0);
  return say(`said.news.${kind}`, { groups: shortList(groups, groups.length, MAX_IN_TEXT), count });
}

function lineOf(one: ModelNews): StateDifference {
  const shown = one.names.slice(0, MAX_LISTED).map(visibleName);
  const names = shortList(shown, one.names.length, MAX_IN_TEXT);
  const more = shown.slice(MAX_IN_TEXT);
  return {
    kind: SIGNS[one.kind],
    text: say('said.news.named', { news: sumOf(one.kind, [one]), names }),
    ...(more.length > 0 && { more }),
  };
}

function outsideNews(outside: readonly StateDifference[], hasRules: boolean): Said[] {
  if (!hasRules) return outside.length === 0 ? [] : [say('said.news.changes', { count: outside.length })];
  return (['added', 'removed', 'modified'] as const).flatMap((kind) => {
    const count = outside.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [say(`said.news.rules.${kind}`, { count })];
  });
}

/** A name of the page: as it is if it can't be confused with Steward's own text, otherwise as a JSON string. */
function visibleName(name: string): string {
  return /^[\w.:@/+-]+$/.test(name) ? name : visibleJson(name);
}
