import type { HalfChange, StateHalf } from '@/src/core/adapter/page-half';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { failure } from '@/src/core/records/tool-result';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { changeFailed, factsOf } from '../change-errors';
import { refusalOf } from '../service-errors';
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
  /** The restorable state as the server has it now. For a change, as all below: it waits while the server is held up. */
  stateNow(heldUp: HeldUp): Promise<Entries>;
  /** The entry as the server has it now; null if it has none. */
  entry(key: string, heldUp: HeldUp): Promise<JsonObject | null>;
  /** Changes members of an entry that was just read. Rejects with `state-refused` if the server certainly refused. */
  write(key: string, members: JsonObject, heldUp: HeldUp): Promise<void>;
}

/** Called before each wait for a server that takes no more requests for a time. */
export type HeldUp = () => void;

/**
 * Creates the state half for a server with many entries, whose API has neither revisions nor a request for several entries. A
 * change of several is all or nothing, unless the user stops it: then the entries that are changed stay so.
 */
export function createEntriesHalf(store: EntryStore): StateHalf {
  const stateBefore = async (signal: AbortSignal) => store.stateOf(await store.getContext(signal));
  return {
    id: store.id,
    stopsWhenWithdrawn: true,
    getContext: store.getContext,
    stateOf: store.stateOf,
    query: store.query,
    async execute(_tool, step, signal, _assertExpected, report): Promise<HalfChange> {
      // The background computes the steps.
      const { entries } = step as EntriesStep;
      const start = await stateBefore(signal);
      const { made, refusal } = await changeAll(store, entries, signal, report);
      return { result: resultOf(store.noun, made, entries, refusal), state: withChanges(start, made) };
    },
    async applyState(state, signal) {
      const start = await stateBefore(signal);
      const changes = Object.entries(state as Entries).flatMap(([key, wanted]) => {
        return entryChange(key, start[key], wanted) ?? [];
      });
      const { made, refusal } = await changeAll(store, changes, signal, undefined);
      if (refusal === null) return withChanges(start, made);
      throw changeFailed(refusal.left.length === 0, false, new Error(sentence(store.noun, refusal)));
    },
  };
}

/** The state that was read before the changes, with them, whatever others have changed since. */
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
  /** The entries changed before that could not be set back, with the reasons. */
  left: Left[];
}

type Left = Pick<Refusal, 'key' | 'why'>;

/**
 * Changes entries one after the other, until the signal aborts, and reads them back. After a refusal those changed so far are set
 * back; `made` has the changes that stay. Rejects with the error of a request without an answer: it may still take effect.
 */
async function changeAll(
  store: EntryStore,
  entries: readonly EntryChange[],
  signal: AbortSignal,
  report: ((progress: ChangeProgress) => void) | undefined,
): Promise<{ made: EntryChange[]; refusal: Refusal | null }> {
  const made: EntryChange[] = [];
  const progress = (isHeldUp: boolean) => report?.({ done: made.length, total: entries.length, isHeldUp });
  const heldUp = () => progress(true);

  async function refused(refusal: Omit<Refusal, 'left'>, begun: readonly EntryChange[]) {
    const left = await setBack(store, begun, heldUp);
    const stays = begun.filter(({ key }) => left.some((one) => one.key === key));
    return { made: stays, refusal: { ...refusal, left } };
  }

  for (const entry of entries) {
    // The change of an entry is never broken off: its outcome would be unknown.
    if (signal.aborted) break;
    progress(false);
    const begun = [...made, entry];
    const refusal = await changeOne(store, entry, heldUp).catch(async (cause: unknown) => {
      throw changeFailed((await setBack(store, begun, heldUp)).length === 0, true, cause);
    });
    if (refusal !== null) return refused({ ...refusal, key: entry.key }, refusal.isSent ? begun : made);
    made.push(entry);
  }
  if (made.length === 0) return { made, refusal: null };
  // All changes are confirmed: if this reading has no answer, the next one tells whether they were made.
  const [untaken] = differingFrom(await store.stateNow(heldUp), made);
  if (untaken === undefined) return { made, refusal: null };
  return refused({ ...untaken, code: 'not_applied' }, made);
}

/** Changes an entry that is as it was before. Resolves with the reason if it could not; `isSent`: a part of it may have been changed. */
async function changeOne(
  store: EntryStore,
  { key, before, after }: EntryChange,
  heldUp: HeldUp,
): Promise<(Pick<Refusal, 'code' | 'why'> & { isSent: boolean }) | null> {
  let found: JsonObject | null;
  try {
    found = await store.entry(key, heldUp);
  } catch (error) {
    // Nothing was sent yet that could take effect.
    return { code: 'server_refused', why: factsOf(error), isSent: false };
  }
  if (found === null) return { code: 'page_changed', why: 'it was deleted meanwhile.', isSent: false };
  const changed = differing(found, before);
  if (changed.length > 0) {
    return { code: 'page_changed', why: `meanwhile it has ${shown(found, changed)}.`, isSent: false };
  }
  const refused = await refusalOf(store.write(key, after, heldUp));
  return refused === null ? null : { code: 'server_refused', why: factsOf(refused), isSent: true };
}

/** The changed entries that the server has otherwise, although it confirmed the changes. */
function differingFrom(state: Entries, made: readonly EntryChange[]): Left[] {
  return made.flatMap(({ key, after }) => {
    const now = membersOf(state[key], Object.keys(after));
    const names = differing(now, after);
    return names.length === 0
      ? []
      : [{ key, why: `the server confirmed the change, but has ${shown(now, names)}.` }];
  });
}

/** Sets changed entries back, the last one first, unless somebody else has changed them since. The last may be changed only in part. */
async function setBack(store: EntryStore, begun: readonly EntryChange[], heldUp: HeldUp): Promise<Left[]> {
  const left: Left[] = [];
  const made: EntryChange[] = [];
  for (const { key, before, after } of [...begun].reverse()) {
    try {
      const change = entryChange(key, await store.entry(key, heldUp), before);
      if (change === null) continue;
      const isOwn = differing(change.before, membersOf(after, Object.keys(change.after))).length === 0;
      if (isOwn) {
        await store.write(key, change.after, heldUp);
        made.push(change);
      } else left.push({ key, why: 'it was changed meanwhile.' });
    } catch (error) {
      left.push({ key, why: factsOf(error) });
    }
  }
  if (made.length > 0) left.push(...differingFrom(await store.stateNow(heldUp), made));
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
