import type { HalfChange, StateHalf } from '@/src/core/adapter/page-half';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { failure } from '@/src/core/records/tool-result';
import { stateRefused } from '@/src/core/shared-errors';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
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
export interface EntryStore extends ChangedEntries, Pick<StateHalf, 'id' | 'getContext' | 'query'> {
  /** The word for an entry, before its key in a message to the model, e.g. "Channel". */
  readonly noun: string;
  /** The restorable state of a context. */
  stateOf(context: Json): Entries;
}

/** A server's entries during a change. Each method waits while the server is held up. */
export interface ChangedEntries {
  /** The entries as the server has them now, at least those that change. */
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
      const outcome = await changeEntries(store, entries, signal, report);
      return { result: resultOf(store.noun, entries, outcome), state: stateAfter(start, outcome) };
    },
    async applyState(state, signal) {
      const start = await stateBefore(signal);
      const changes = Object.entries(state as Entries).flatMap(([key, wanted]) => {
        return entryChange(key, start[key], wanted) ?? [];
      });
      const outcome = await changeEntries(store, changes, signal, undefined);
      throwIfRefused(store.noun, outcome);
      return stateAfter(start, outcome);
    },
  };
}

/** The state before with what the server then has of the entries of the change, whatever others have changed in the rest. */
function stateAfter(start: Entries, { begun, now }: Outcome): Entries {
  const state = { ...start };
  for (const { key, after } of begun) {
    const entry = now[key];
    if (entry === undefined) delete state[key];
    else state[key] = { ...start[key], ...membersOf(entry, Object.keys(after)) };
  }
  return state;
}

/** The outcome of a change. */
interface Outcome {
  /** The entries for which something was sent. */
  begun: readonly EntryChange[];
  /** The server's entries after the change; empty if nothing was sent. */
  now: Entries;
  /** Null if no entry failed; without a failure, the user may have stopped the change. */
  refusal: Refusal | null;
}

/** The reason why an entry was not changed, in English. */
interface Refusal {
  code: 'page_changed' | 'server_refused';
  key: string;
  why: string;
  /** The entries changed before that could not be set back, with the reasons. */
  left: Left[];
}

type Left = Pick<Refusal, 'key' | 'why'>;

/**
 * Changes entries one after the other, until the signal aborts, and reads them back. After a refusal those changed so far are set
 * back. Rejects with the error of a request without an answer: it may still take effect.
 */
export async function changeEntries(
  store: ChangedEntries,
  entries: readonly EntryChange[],
  signal: AbortSignal,
  report: ((progress: ChangeProgress) => void) | undefined,
): Promise<Outcome> {
  const made: EntryChange[] = [];
  const progress = (isHeldUp: boolean) => report?.({ done: made.length, total: entries.length, isHeldUp });
  const heldUp = () => progress(true);
  const readBack = async (begun: readonly EntryChange[]) =>
    begun.length === 0 ? {} : store.stateNow(heldUp);
  for (const entry of entries) {
    // The change of an entry is never broken off: its outcome would be unknown.
    if (signal.aborted) break;
    progress(false);
    const withEntry = [...made, entry];
    const refusal = await changeOne(store, entry, heldUp).catch(async (cause: unknown) => {
      throw changeFailed((await setBack(store, withEntry, heldUp)).length === 0, true, cause);
    });
    if (refusal !== null) {
      const begun = refusal.isSent ? withEntry : made;
      const left = await setBack(store, begun, heldUp);
      const now = await readBack(begun);
      const undone = begun.map(({ key, before: after }) => ({ key, after }));
      const others = differingFrom(now, undone).filter(({ key }) => left.every((one) => one.key !== key));
      return { begun, now, refusal: { ...refusal, key: entry.key, left: [...left, ...others] } };
    }
    made.push(entry);
  }
  return { begun: made, now: await readBack(made), refusal: null };
}

/** Changes an entry that is as it was before. Resolves with the reason if it could not; `isSent`: a part of it may have been changed. */
async function changeOne(
  store: ChangedEntries,
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

/** The entries that the server has otherwise, although it confirmed the changes: it took them otherwise, or somebody changed them since. */
function differingFrom(now: Entries, made: readonly Pick<EntryChange, 'key' | 'after'>[]): Left[] {
  return made.flatMap(({ key, after }) => {
    const members = membersOf(now[key], Object.keys(after));
    const names = differing(members, after);
    return names.length === 0
      ? []
      : [{ key, why: `the server confirmed the change, but has ${shown(members, names)}.` }];
  });
}

/** Sets changed entries back, the last one first, unless somebody else has changed them since. The last may be changed only in part. */
async function setBack(
  store: ChangedEntries,
  begun: readonly EntryChange[],
  heldUp: HeldUp,
): Promise<Left[]> {
  const left: Left[] = [];
  for (const { key, before, after } of [...begun].reverse()) {
    try {
      const change = entryChange(key, await store.entry(key, heldUp), before);
      if (change === null) continue;
      const isOwn = differing(change.before, membersOf(after, Object.keys(change.after))).length === 0;
      if (isOwn) await store.write(key, change.after, heldUp);
      else left.push({ key, why: 'it was changed meanwhile.' });
    } catch (error) {
      left.push({ key, why: factsOf(error) });
    }
  }
  return left;
}

/** Throws the error of a change of a whole state that was refused. */
export function throwIfRefused(noun: string, { refusal }: Outcome): void {
  if (refusal === null) return;
  const details = sentence(noun, refusal);
  const isSetBack = refusal.left.length === 0;
  throw changeFailed(isSetBack, false, stateRefused(say('kit.change.failed'), { details }));
}

/** The result of a call that changed entries, without a message if all of them are changed. */
export function resultOf(noun: string, all: readonly EntryChange[], outcome: Outcome): ToolResult {
  const { begun, now, refusal } = outcome;
  if (refusal !== null) {
    const left = { changed: refusal.left.map(({ key }) => key) };
    return failure(refusal.code, sentence(noun, refusal), left.changed.length === 0 ? {} : left);
  }
  const data = { changed: begun.map(({ key }) => key) };
  const others = differingFrom(now, begun).map(({ key, why }) => `${noun} ${key}: ${why}`);
  if (others.length > 0) return failure('not_applied', others.join(' '), data);
  if (begun.length < all.length) {
    const message = `Stopped: ${begun.length} of ${all.length} are changed and stay so, the others are as before.`;
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
