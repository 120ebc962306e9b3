import type { HalfChange, StateHalf } from '@/src/core/adapter/page-half';
import { toStewardError } from '@/src/core/errors';
import { failure } from '@/src/core/records/tool-result';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { refusalOf } from '../service-errors';
import { changeFailed, factsOf } from '../small-half';
import { differing, type EntryChange, entryChange, membersOf } from './entries';

/** The changing step of a call: entries, which are changed one after the other. */
export type EntriesStep = { entries: EntryChange[] };

/** The restorable state: the members of each entry that Steward can change, by the entry's key. */
type Entries = { [key: string]: JsonObject };

/**
 * A server's entries, each of which is read and changed by itself. All methods reject with a StewardError only. `query` reads something
 * in addition, for the tools of the background.
 */
export interface EntryStore extends Pick<StateHalf, 'id' | 'getContext' | 'query'> {
  /** The word for an entry, before its key in a message to the model, e.g. "Channel". */
  readonly noun: string;
  /** The restorable state of a context. */
  stateOf(context: Json): Entries;
  /** The entry as the server has it now; null if it has none. */
  entry(key: string): Promise<JsonObject | null>;
  /** Changes members of an entry that was just read. Rejects with `state-refused` if the server certainly refused. */
  write(key: string, members: JsonObject): Promise<void>;
}

/**
 * Creates the state half for a server with many entries, whose API has neither revisions nor a request for several entries. A
 * change of several is all or nothing, unless the user stops it: then the entries that are changed stay so.
 */
export function createEntriesHalf(store: EntryStore): StateHalf {
  const stateNow = async (signal: AbortSignal) => store.stateOf(await store.getContext(signal));
  return {
    id: store.id,
    stopsWhenWithdrawn: true,
    getContext: store.getContext,
    stateOf: store.stateOf,
    query: store.query,
    async execute(_tool, step, signal): Promise<HalfChange> {
      // The background computes the steps.
      const { entries } = step as EntriesStep;
      const start = await stateNow(signal);
      const { made, refusal } = await changeAll(store, entries, signal);
      return { result: resultOf(store.noun, made, entries, refusal), state: withChanges(start, made) };
    },
    async applyState(state, signal) {
      const start = await stateNow(signal);
      const changes = Object.entries(state as Entries).flatMap(([key, wanted]) => {
        return entryChange(key, start[key], wanted) ?? [];
      });
      const { made, refusal } = await changeAll(store, changes, signal);
      if (refusal === null) return withChanges(start, made);
      throw changeFailed(refusal.left.length === 0, false, new Error(sentence(store.noun, refusal)));
    },
  };
}

/** The state that was read before the changes, with them: each of their entries was read back. */
function withChanges(start: Entries, made: readonly EntryChange[]): Entries {
  return {
    ...start,
    ...Object.fromEntries(made.map(({ key, after }) => [key, { ...start[key], ...after }])),
  };
}

/** The reason why an entry was not changed, in English. */
interface Refusal {
  code: 'page_changed' | 'server_refused' | 'not_applied';
  key: string;
  why: string;
  /** True if a part of the change may have taken effect: an entry can take several requests. */
  isSent: boolean;
  /** The entries changed before that could not be set back, with the reasons. */
  left: { key: string; why: string }[];
}

/**
 * Changes entries one after the other, until the signal aborts. After a refusal those changed so far are set back; `made` has the
 * changes that stay. Rejects with the error of a request without an answer: it may still take effect.
 */
async function changeAll(
  store: EntryStore,
  entries: readonly EntryChange[],
  signal: AbortSignal,
): Promise<{ made: EntryChange[]; refusal: Refusal | null }> {
  const made: EntryChange[] = [];
  for (const entry of entries) {
    // The change of an entry is never broken off: its outcome would be unknown.
    if (signal.aborted) break;
    const begun = [...made, entry];
    const refusal = await changeOne(store, entry).catch(async (cause: unknown) => {
      throw changeFailed((await setBack(store, begun)).length === 0, true, cause);
    });
    if (refusal !== null) {
      const left = await setBack(store, refusal.isSent ? begun : made);
      return {
        made: begun.filter(({ key }) => left.some((one) => one.key === key)),
        refusal: { ...refusal, key: entry.key, left },
      };
    }
    made.push(entry);
  }
  return { made, refusal: null };
}

/** Changes an entry that is as it was before, and reads it back. Resolves with the reason if it could not. */
async function changeOne(
  store: EntryStore,
  { key, before, after }: EntryChange,
): Promise<Omit<Refusal, 'key' | 'left'> | null> {
  let found: JsonObject | null;
  try {
    found = await store.entry(key);
  } catch (error) {
    // Nothing was sent yet that could take effect.
    return { code: 'server_refused', why: factsOf(error), isSent: false };
  }
  if (found === null) return { code: 'page_changed', why: 'it was deleted meanwhile.', isSent: false };
  const changed = differing(found, before);
  if (changed.length > 0) {
    return { code: 'page_changed', why: `meanwhile it has ${shown(found, changed)}.`, isSent: false };
  }
  const refused = await refusalOf(store.write(key, after));
  if (refused !== null) return { code: 'server_refused', why: factsOf(refused), isSent: true };
  const taken = await store.entry(key);
  const missing = differing(membersOf(taken, Object.keys(after)), after);
  if (missing.length === 0) return null;
  const why = `the server confirmed the change, but has ${shown(taken, missing)}.`;
  return { code: 'not_applied', why, isSent: true };
}

/** Sets changed entries back, the last one first, unless somebody else has changed them since. The last may be changed only in part. */
async function setBack(store: EntryStore, begun: readonly EntryChange[]): Promise<Refusal['left']> {
  const left: Refusal['left'] = [];
  for (const { key, before, after } of [...begun].reverse()) {
    try {
      const change = entryChange(key, await store.entry(key), before);
      if (change === null) continue;
      const isOwn = differing(change.before, membersOf(after, Object.keys(change.after))).length === 0;
      const refusal = isOwn ? await changeOne(store, change) : { why: 'it was changed meanwhile.' };
      if (refusal !== null) left.push({ key, why: refusal.why });
    } catch (error) {
      left.push({ key, why: factsOf(toStewardError(error)) });
    }
  }
  return left;
}

function resultOf(
  noun: string,
  made: readonly EntryChange[],
  all: readonly EntryChange[],
  refusal: Refusal | null,
): ToolResult {
  const data = { changed: made.map(({ key }) => key) };
  if (refusal !== null)
    return failure(refusal.code, sentence(noun, refusal), refusal.left.length === 0 ? {} : data);
  if (made.length < all.length) {
    const message = `Stopped: ${made.length} of ${all.length} are changed and stay so, the others are as before.`;
    return failure('stopped', message, data);
  }
  return { success: true, message: '', data };
}

function sentence(noun: string, { key, why, left }: Refusal): string {
  const others = left.map((one) => `${one.key}: ${one.why}`).join(' ');
  const outcome = left.length === 0 ? 'Nothing is changed.' : `Changed, and could not be set back: ${others}`;
  return `${noun} ${key} was not changed: ${why} ${outcome}`;
}

/** Longest excerpt of an entry in a message, in UTF-16 units. */
const MAX_SHOWN = 500;

function shown(entry: JsonObject | null, names: readonly string[]): string {
  return JSON.stringify(membersOf(entry, names)).slice(0, MAX_SHOWN);
}
