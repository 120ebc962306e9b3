import type { Change } from '@/src/schema/change';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { JsonObject } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { canonicalJson } from '../hash';
import { largestFitting } from '../largest-fitting';
import { COST_PER_TOKEN, textCost } from '../text/estimate-tokens';
import { changeLines } from './page-data-block';
import { matcherOf } from './part-globs';

/** Maximum tokens for the changes in one message, or after one round of calls. */
export const CHANGES_BUDGET_TOKENS = 2_000;
/** A single change that takes more than an eighth of the budget is counted, not listed. */
const LONGEST_PART = 8;

/** The type of entries that count unlisted changes. */
const LEFT_OUT = 'changes_left_out';

/** Changes that are counted together: same type, and equal in the fields that their adapter names. */
interface BoundedGroup {
  type: string;
  fields: JsonObject;
  readWith: string | null;
  listed: Change[];
  /** Number of changes that are never listed: those too long, and those left out earlier. */
  unlisted: number;
  /** Time of the group's newest change. */
  timestamp: string;
}

/**
 * Bounds the changes to {@link CHANGES_BUDGET_TOKENS}, by the estimate of their lines. Changes that fit are
 * returned unchanged. Otherwise each group keeps its first changes, the same number for every group.
 * `changes_left_out` entries after them hold the exact `count` of the others `of` a type, with the fields
 * that the adapter distinguishes them by, and the tool that reads the page's current state (`read_with`). If
 * there are too many groups, the smaller ones are counted by type and cause only. The result may be bounded
 * again together with later changes: counts add up. Changes of parts that the chat now leaves out are dropped.
 */
export function boundChanges(
  adapter: Pick<AdapterDefinition, 'changeGroup'>,
  { leftOutParts }: Pick<ChatSettings, 'leftOutParts'>,
  found: readonly Change[],
): Change[] {
  const isLeftOut = matcherOf(leftOutParts);
  const changes = found.filter(({ part }) => typeof part !== 'string' || !isLeftOut(part));
  const budget = CHANGES_BUDGET_TOKENS * COST_PER_TOKEN;
  if (costOf(changes) <= budget) return [...changes];
  const groups = groupsOf(adapter, changes, budget / LONGEST_PART);
  const largest = Math.max(...groups.map(({ listed }) => listed.length));
  const keepingFirst = (count: number) => [
    ...listedIn(changes, groups, count),
    ...groups.flatMap((group) => leftOutOf(group, count)),
  ];
  return mostFitting(largest, budget, keepingFirst) ?? countedOnly(groups, budget);
}

/** Number of changes in a list, including those that are only counted. */
export function countChanges(changes: readonly Change[]): number {
  // An ordinary change counts as one.
  return changes.reduce((sum, change) => sum + (leftOutCount(change) ?? 1), 0);
}

/** Number of changes that an entry counts without listing them; null if the entry is a change itself. */
export function leftOutCount({ type, count }: Change): number | null {
  return type === LEFT_OUT ? Number(count) : null;
}

function costOf(changes: readonly Change[]): number {
  return textCost(changeLines(changes));
}

function groupsOf(
  adapter: Pick<AdapterDefinition, 'changeGroup'>,
  changes: readonly Change[],
  longest: number,
): BoundedGroup[] {
  const groups = new Map<string, BoundedGroup>();
  for (const change of changes) {
    const { timestamp } = change;
    const earlier = leftOutCount(change);
    const { type, fields, readWith } = earlier === null ? groupOf(adapter, change) : groupOfEarlier(change);
    const key = canonicalJson([type, fields]);
    // This is the first change of its group.
    const group = groups.get(key) ?? { type, fields, readWith, listed: [], unlisted: 0, timestamp };
    groups.set(key, group);
    if (earlier === null && costOf([change]) <= longest) group.listed.push(change);
    // An ordinary change counts as one.
    else group.unlisted += earlier ?? 1;
    if (timestamp > group.timestamp) group.timestamp = timestamp;
  }
  return [...groups.values()];
}

/** Changes by different causes are counted separately. */
function groupOf(adapter: Pick<AdapterDefinition, 'changeGroup'>, change: Change) {
  const { fields, readWith } = adapter.changeGroup(change);
  const { by } = change;
  return { type: change.type, fields: by === undefined ? fields : { ...fields, by }, readWith };
}

function groupOfEarlier({
  type: _type,
  timestamp: _when,
  count: _count,
  of,
  read_with: readWith,
  ...fields
}: Change) {
  return { type: String(of), fields, readWith: typeof readWith === 'string' ? readWith : null };
}

/** The first changes of each group, in order. */
function listedIn(changes: readonly Change[], groups: readonly BoundedGroup[], count: number): Change[] {
  const listed = new Set(groups.flatMap((group) => group.listed.slice(0, count)));
  return changes.filter((change) => listed.has(change));
}

function leftOutOf(group: BoundedGroup, listedCount: number): Change[] {
  const count = group.unlisted + Math.max(0, group.listed.length - listedCount);
  if (count === 0) return [];
  const { type, fields, readWith, timestamp } = group;
  const tool = readWith === null ? {} : { read_with: readWith };
  return [{ type: LEFT_OUT, timestamp, of: type, ...fields, count, ...tool }];
}

/** The result with the largest count that fits the budget (binary search); null if even zero doesn't fit. */
function mostFitting(largest: number, budget: number, keepingFirst: (count: number) => Change[]) {
  const most = largestFitting(-1, largest + 1, (count) => costOf(keepingFirst(count)) <= budget);
  return most < 0 ? null : keepingFirst(most);
}

/** Lists no change: counts the largest groups separately, and the others by type and cause. */
function countedOnly(groups: readonly BoundedGroup[], budget: number): Change[] {
  const size = ({ listed, unlisted }: BoundedGroup) => listed.length + unlisted;
  const largestFirst = groups.toSorted((left, right) => size(right) - size(left));
  const apart = (count: number) =>
    [...largestFirst.slice(0, count), ...byTypeAndCause(largestFirst.slice(count))].flatMap((group) =>
      leftOutOf(group, 0),
    );
  return mostFitting(groups.length, budget, apart) ?? apart(0);
}

function byTypeAndCause(groups: readonly BoundedGroup[]): BoundedGroup[] {
  const sums = new Map<string, BoundedGroup>();
  for (const group of groups) {
    const { by } = group.fields;
    const fields = by === undefined ? {} : { by };
    const key = canonicalJson([group.type, fields]);
    const before = sums.get(key);
    sums.set(key, {
      ...group,
      fields,
      listed: [...(before?.listed ?? []), ...group.listed],
      unlisted: (before?.unlisted ?? 0) + group.unlisted,
      timestamp:
        before !== undefined && before.timestamp > group.timestamp ? before.timestamp : group.timestamp,
    });
  }
  return [...sums.values()];
}
