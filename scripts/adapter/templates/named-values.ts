// [saved
import type { z } from 'zod';
// saved]
import { linesWithin } from '@/src/adapters/kit/lines-within';
import { pairsByKey } from '@/src/adapters/kit/pairs-by-key';
import { stamped } from '@/src/adapters/kit/stamped';
import { without } from '@/src/adapters/kit/without';
import type {
  ChangeGroup,
  // [saved
  SavingCapability,
  SavingWords,
  // saved]
} from '@/src/core/adapter/adapter-definition';
import type { ResultViews } from '@/src/core/adapter/result-view';
import { isSameJson } from '@/src/core/hash';
import { memberOf } from '@/src/core/json-values';
import { visibleJson } from '@/src/core/text/visible-json';
import type { Change, StateDifference } from '@/src/schema/change';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';

/** Most values in one result of a read tool. */
const MAX_LISTED = 200;

/** The table that the panel shows of a result of {@link listValues}. */
const LISTED: ResultViews[string][number] = {
  kind: 'table',
  path: ['values'],
  heading: 'template-adapter.pageLine.count',
  columns: [
    { key: 'name', title: 'template-adapter.result.name' },
    { key: 'value', title: 'template-adapter.result.value' },
  ],
  totalKey: 'total',
};

/** A page whose state is a set of named values. */
interface NamedValues<Context extends State, State extends Json> {
  valuesOf(state: State): JsonObject;
  /** The state with these values. */
  stateOf(values: JsonObject): State;
  /** The names of the values that can't be changed now. */
  lockedIn(context: Context): readonly string[];
  /** Noun for one value, in the types of events. */
  noun: string;
  /** The read tool that lists the values, see {@link listValues}. */
  readWith: string;
}

/** Parts of a definition that are derived from named values. */
export function namedValues<Context extends State, State extends Json>({
  valuesOf,
  stateOf,
  lockedIn,
  noun,
  readWith,
}: NamedValues<Context, State>) {
  const type = (kind: string) => `${noun.replaceAll(' ', '_')}_${kind}`;
  return {
    diffContext(previous: Context, next: Context, atMs: number): Change[] {
      const changed = differences(valuesOf(previous), valuesOf(next)).map(({ kind, ...values }) => {
        return { type: type(kind), ...values };
      });
      const [before, after] = [lockedIn(previous), lockedIn(next)];
      const locked = without(after, before).map((name) => ({ type: type('locked'), name }));
      const unlocked = without(before, after).map((name) => ({ type: type('unlocked'), name }));
      return stamped([...changed, ...locked, ...unlocked], atMs);
    },
    takeable(now: State, wanted: State, context: Context): { state: State; left: Said[] } {
      const earlier = valuesOf(wanted);
      const canReturn = (name: string) => Object.hasOwn(earlier, name) && !lockedIn(context).includes(name);
      const values = Object.fromEntries(
        Object.entries(valuesOf(now)).map(([name, value]) => [
          name,
          canReturn(name) ? memberOf(earlier, name) : value,
        ]),
      );
      const names = differences(values, earlier).map(({ name }) => visibleJson(name));
      return {
        state: stateOf(values),
        left: names.length === 0 ? [] : [say('template-adapter.left', { names })],
      };
    },
    diffState: (from: State, to: State): StateDifference[] =>
      differences(valuesOf(from), valuesOf(to)).map((difference) => {
        const { kind, name } = difference;
        const changes = changesOf(difference);
        return { kind, text: say('template-adapter.difference.line', { name: visibleJson(name), changes }) };
      }),
    changeGroup: (_change: Change): ChangeGroup => ({ fields: {}, readWith }),
    resultViews: { [readWith]: [LISTED] } satisfies ResultViews,
    encodeContext(context: Context, budgetTokens: number): string {
      const locked = new Set(lockedIn(context));
      const lines = Object.entries(valuesOf(context)).map(
        ([name, value]) =>
          `${visibleJson(name)}: ${visibleJson(value)}${locked.has(name) ? ' (in use, can’t be changed)' : ''}`,
      );
      return linesWithin(lines, budgetTokens, (leftOut) => `and ${leftOut} more: ${readWith} lists them.`);
    },
  };
}

// [saved
/** A page that shows named values beside their last saved values. */
interface SavedValues<Context extends State, State extends Json> {
  readonly tool: string;
  readonly stateSchema: z.ZodType<State>;
  readonly words: SavingWords;
  restorableState(context: Context): State;
  /** The saved values, and the state that would show them. */
  savedOf(context: Context): JsonObject;
  stateOf(saved: Json): Json;
}

/** Describes how the commit tool `tool` saves a page with named values. */
export function savedValues<Context extends State, State extends Json>({
  tool,
  stateSchema,
  words,
  restorableState,
  savedOf,
  stateOf,
}: SavedValues<Context, State>): SavingCapability<Context, State> {
  const isUnsaved = (context: Context) => !isSameJson(restorableState(context), stateOf(savedOf(context)));
  return {
    tool,
    words,
    savedState: savedOf,
    stateFromSaved: (_context, saved) => stateSchema.safeParse(stateOf(saved)).data ?? null,
    unsavedNote: (context) => (isUnsaved(context) ? say('template-adapter.saving.unsaved') : null),
    lostState(known, now) {
      const isSavedSame = isSameJson(savedOf(known), savedOf(now));
      return isUnsaved(known) && !isUnsaved(now) && isSavedSame ? restorableState(known) : null;
    },
    isBypassed: () => false,
  };
}
// saved]

/** The result of the read tool: up to {@link MAX_LISTED} values from `offset` on. */
export function listValues(values: JsonObject, offset: number): ToolResult {
  const all = Object.entries(values);
  const listed = all.slice(offset, offset + MAX_LISTED);
  const next = offset + listed.length;
  return {
    success: true,
    message: `Lists ${listed.length} of ${all.length}${next < all.length ? `; the next begin at offset ${next}` : ''}.`,
    data: { values: listed.map(([name, value]) => ({ name, value })), total: all.length },
  };
}

/** The message of a call that sets one value. */
export function setMessage(name: string, from: Json, to: Json): string {
  return `Set ${name} to ${valueInEnglish(to)} (was ${valueInEnglish(from)}).`;
}

function valueInEnglish(value: Json): string {
  if (typeof value !== 'boolean') return visibleJson(value);
  return value ? 'on' : 'off';
}

interface Difference {
  kind: StateDifference['kind'];
  name: string;
  from: Json;
  to: Json;
}

/** The differences between two sets of values; the value of a missing name is null. */
function differences(before: JsonObject, after: JsonObject): Difference[] {
  const pairs = pairsByKey(new Map(Object.entries(before)), new Map(Object.entries(after)));
  return pairs.flatMap(({ key: name, from = null, to = null }): Difference[] => {
    if (isSameJson(from, to)) return [];
    const kind = from === null ? 'added' : to === null ? 'removed' : 'modified';
    return [{ kind, name, from, to }];
  });
}

/** The text that says what differs between two values: of two objects only the fields that differ. */
function changesOf({ kind, from, to }: Difference): Said[] {
  return kind === 'modified' ? changedFields([], from, to) : [valueInWords(kind === 'added' ? to : from)];
}

/** The fields that differ between two values, each with its path. */
function changedFields(path: readonly string[], from: Json, to: Json): Said[] {
  if (isJsonObject(from) && isJsonObject(to)) {
    return differences(from, to).flatMap((field) =>
      changedFields([...path, fieldName(field.name)], field.from, field.to),
    );
  }
  const values = { from: valueInWords(from), to: valueInWords(to) };
  return [
    path.length === 0
      ? say('template-adapter.difference.change', values)
      : say('template-adapter.difference.field', { field: path.join('.'), ...values }),
  ];
}

/** A value of a page. Strings are quoted, so that the user doesn't take them for words of Steward. */
function valueInWords(value: Json): Said {
  if (value === null) return say('template-adapter.difference.none');
  if (typeof value !== 'boolean') return visibleJson(value);
  return say(value ? 'template-adapter.difference.yes' : 'template-adapter.difference.no');
}

/** A field's name, quoted unless it is a plain word. */
function fieldName(name: string): string {
  return /^[\w-]+$/.test(name) ? name : visibleJson(name);
}
