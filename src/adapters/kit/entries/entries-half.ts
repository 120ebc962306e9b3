import type { HalfChange, StateHalf } from '@/src/core/adapter/page-half';
import { hasCode, StewardError, toStewardError } from '@/src/core/errors';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { failure } from '@/src/core/records/tool-result';
import { stateRefused } from '@/src/core/shared-errors';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import { changeFailed, factsOf } from '../change-errors';
import { refusalOf } from '../service-errors';
import { without } from '../without';
import { differing, type EntryChange, entryChange, membersOf } from './entries';

/** The changing step of a call: entries, which are changed one after the other. */
export type EntriesStep = { entries: EntryChange[] };

/** The restorable state: the members of each entry that Steward can change, by the entry's key. */
type Entries = { [key: string]: JsonObject };

/**
 * A server's entries, each of which is read and changed by itself. All methods reject with a StewardError only. `query` reads further data
 * for the tools in the background.
 */
export interface EntryStore extends ChangedEntries, Pick<StateHalf, 'id' | 'getContext' | 'query'> {
  /** The word for an entry, before its key in a message to the model, e.g. "Channel". */
  readonly noun: string;
  /** The restorable state of a context. */
  stateOf(context: Json): Entries;
}

/**
 * A server's entries during a change. Each method rejects with a {@link HeldUp} if the server takes no more requests for a time, and with
 * `page-key` if it takes none of this user.
 */
export interface ChangedEntries {
  /** The entries as the server has them now, at least those that change. */
  stateNow(): Promise<Entries>;
  /** The entry as the server has it now; null if it has none. */
  entry(key: string): Promise<JsonObject | null>;
  /**
   * Changes members of an entry that was just read, a single member by a single request. Rejects with `state-refused` if the server
   * certainly refused.
   */
  write(key: string, members: JsonObject): Promise<void>;
}

/** Rejection of a request that certainly had no effect, because the server takes no requests for a time. `why`: the error for the user. */
export class HeldUp {
  constructor(readonly why: StewardError) {}
}

/** Pause before a step is repeated whose request the server held up, in milliseconds. */
const HELD_UP_MS = 10_000;
/** Most such pauses in a row. Together they last longer than the few minutes over which servers count requests. */
const MAX_HELD_UP = 20;

/**
 * Creates the state half for a server with many entries, whose API has neither revisions nor a request for several entries. A change of
 * several is all or nothing, unless the user stops it: then the entries that are already changed stay changed.
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
      // The background has computed the step, so it has this shape.
      const { entries } = step as EntriesStep;
      let start: Entries;
      try {
        start = await stateBefore(signal);
      } catch (error) {
        return { result: failure('server_refused', `Nothing is changed: ${whyOf(error)}`), state: null };
      }
      const outcome = await changeEntries(store, entries, signal, report);
      return { result: resultOf(store.noun, entries, outcome), state: stateAfter(start, outcome) };
    },
    async applyState(state, signal, report) {
      const start = await stateBefore(signal);
      const changes = Object.entries(state as Entries).flatMap(([key, wanted]) => {
        return entryChange(key, start[key], wanted) ?? [];
      });
      const outcome = await changeEntries(store, changes, signal, report);
      throwIfRefused(store.noun, changes, outcome);
      return stateAfter(start, outcome);
    },
  };
}

/**
 * The state before the change, in which the changed members have the server's values after the change. What others have changed elsewhere
 * is not included.
 */
function stateAfter(start: Entries, { begun, now }: Outcome): Entries {
  const state = { ...start };
  for (const { key, after } of begun) {
    const entry = now[key];
    if (entry === undefined) delete state[key];
    else state[key] = { ...start[key], ...membersOf(entry, Object.keys(after)) };
  }
  return state;
}

/** Result of a change of the whole state. */
interface Outcome {
  /** The entries for which something was sent. */
  begun: readonly EntryChange[];
  /** The server's entries after the change; empty if nothing was sent. */
  now: Entries;
  /** Null if no entry failed. Entries that are missing in `begun` were then not changed because the user stopped. */
  refusal: Refusal | null;
  /** The error because of which `now` has only what the server confirmed; null if it was read. */
  unread: StewardError | null;
}

/** The reason why an entry was not changed, in English. */
interface Refusal {
  code: 'page_changed' | 'server_refused';
  key: string;
  why: string;
  /** The refusal in words; missing if the entry has changed meanwhile. */
  said?: Said;
  /** Keys of the entries that could not be set back. */
  notSetBack: string[];
}

/**
 * Changes entries one after the other, until the signal aborts, and reads them back. After a refusal, the entries changed so far are set
 * back. Rejects with an error that leaves the outcome open if a request got no answer, or the entries can't be read afterwards.
 */
export async function changeEntries(
  store: ChangedEntries,
  entries: readonly EntryChange[],
  signal: AbortSignal,
  report: ((progress: ChangeProgress) => void) | undefined,
): Promise<Outcome> {
  const made: EntryChange[] = [];
  /** The changed entries by the server's answers; without those that it doesn't have, or whose last request got none. */
  const confirmed = new Map<string, JsonObject>();
  let unread: StewardError | null = null;
  const progress = (isHeldUp: boolean) => report?.({ done: made.length, total: entries.length, isHeldUp });

  /** Repeats a step while the server holds its request up, until `ends` aborts. */
  async function patiently<Value>(ends: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    for (let waits = 0; ; waits += 1) {
      try {
        return await work();
      } catch (error) {
        // The caller decides about any other error.
        if (!(error instanceof HeldUp) || ends.aborted) throw error;
        if (waits === MAX_HELD_UP) throw error.why;
        progress(true);
        await pause(HELD_UP_MS, ends);
        if (ends.aborted) throw error;
      }
    }
  }

  /**
   * Reads changed entries from the server. If it takes no requests, after a stop or of this user, returns them as its answers had them.
   * Rejects if one had no answer.
   */
  async function readBack(begun: readonly EntryChange[], read: () => Promise<Entries>): Promise<Entries> {
    if (begun.length === 0) return {};
    return read().catch((error: unknown) => {
      const refused = error instanceof HeldUp ? error.why : hasCode(error, 'page-key') ? error : null;
      if (refused === null || !begun.every(({ key }) => confirmed.has(key))) throw error;
      unread = refused;
      return Object.fromEntries(confirmed);
    });
  }

  /**
   * Sets changed entries back, the last one first, unless somebody else has changed them since. The last may be changed only in part.
   * Rejects if the entries can't be read afterwards.
   */
  async function setBack(begun: readonly EntryChange[]): Promise<{ now: Entries; notSetBack: string[] }> {
    const now = await readBack(begun, () => setAllBack(begun));
    return { now, notSetBack: differingFrom(now, begun, 'before').map(({ key }) => key) };
  }

  async function setAllBack(begun: readonly EntryChange[]): Promise<Entries> {
    for (const { key, before, after } of [...begun].reverse()) {
      await patiently(NEVER, async () => {
        const found = await store.entry(key);
        confirmed.delete(key);
        if (found === null) return;
        confirmed.set(key, found);
        const change = entryChange(key, found, before);
        if (change === null) return;
        const isOwn = differing(change.before, membersOf(after, Object.keys(change.after))).length === 0;
        // An entry that the server refuses to set back stays changed, as the reading below shows.
        if (isOwn && (await refusalOf(store.write(key, change.after))) === null) confirmed.set(key, before);
      });
    }
    return patiently(NEVER, store.stateNow);
  }

  for (const entry of entries) {
    // The change of an entry is never broken off: its outcome would be unknown.
    if (signal.aborted) break;
    progress(false);
    const withEntry = [...made, entry];
    try {
      // Each attempt reads and compares the entry again, since the pauses can take minutes.
      const refusal = await patiently(signal, () => changeOne(store, entry));
      if (refusal !== null) {
        const begun = refusal.isSent ? withEntry : made;
        const { now, notSetBack } = await setBack(begun);
        return { begun, now, refusal: { ...refusal, key: entry.key, notSetBack }, unread };
      }
    } catch (cause) {
      // The user stopped while the server held the entry up.
      if (cause instanceof HeldUp) break;
      const isSetBack = await setBack(withEntry).then(
        ({ notSetBack }) => notSetBack.length === 0,
        // The error below reports the first failure.
        () => false,
      );
      throw changeFailed(isSetBack, true, cause);
    }
    made.push(entry);
    confirmed.set(entry.key, entry.after);
  }
  const now = await readBack(made, () => patiently(signal, store.stateNow));
  return { begun: made, now, refusal: null, unread };
}

/** A signal that never aborts, for requests that have time limits of their own. */
export const NEVER = new AbortController().signal;

/** Waits until the time is over, or the signal aborts. */
function pause(ms: number, ends: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      ends.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    ends.addEventListener('abort', end);
  });
}

/**
 * Changes an entry if it still is as before. Resolves with null, or with the reason why it wasn't changed; `isSent`: a part of it may have
 * been changed.
 */
async function changeOne(
  store: ChangedEntries,
  { key, before, after }: EntryChange,
): Promise<(Pick<Refusal, 'code' | 'why' | 'said'> & { isSent: boolean }) | null> {
  let found: JsonObject | null;
  try {
    found = await store.entry(key);
  } catch (error) {
    if (error instanceof HeldUp) throw error;
    // Nothing was sent yet that could take effect.
    return { ...refusedFor(error), isSent: false };
  }
  if (found === null) return { code: 'page_changed', why: 'it was deleted meanwhile.', isSent: false };
  // An earlier attempt, or somebody else, may have changed a part of it already.
  const rest = entryChange(key, found, after);
  if (rest === null) return null;
  const changed = differing(rest.before, membersOf(before, Object.keys(rest.before)));
  if (changed.length > 0) {
    return { code: 'page_changed', why: `meanwhile it has ${shown(found, changed)}.`, isSent: false };
  }
  const refused = await refusalOf(store.write(key, rest.after));
  if (refused === null) return null;
  const isSingle = Object.keys(rest.after).length === 1;
  return { ...refusedFor(refused), isSent: !(isSingle && hasCode(refused, 'page-key')) };
}

function refusedFor(error: unknown) {
  return { code: 'server_refused' as const, why: whyOf(error), said: toStewardError(error).said };
}

/** The facts of an error as a sentence. */
function whyOf(error: unknown): string {
  return factsOf(error).replace(/\.?$/, '.');
}

/**
 * The entries whose members on the server differ from those of `side`, with the server's values: the server stored something else, or
 * somebody changed the entry since.
 */
function differingFrom(now: Entries, begun: readonly EntryChange[], side: 'before' | 'after') {
  return begun.flatMap(({ key, [side]: wanted }) => {
    const members = membersOf(now[key], Object.keys(wanted));
    const names = differing(members, wanted);
    return names.length === 0 ? [] : [{ key, why: `it has ${shown(members, names)}.` }];
  });
}

/** Throws if a change of the whole state was refused. */
export function throwIfRefused(noun: string, all: readonly EntryChange[], outcome: Outcome): void {
  const { refusal, unread } = outcome;
  if (refusal === null) return;
  const details = sentence(noun, all, outcome, refusal);
  const isSetBack = refusal.notSetBack.length === 0;
  // An entry that has changed meanwhile was not refused by the server.
  const said = refusal.said ?? say('kit.change.failed');
  const cause = stateRefused(said, { details });
  if (isSetBack || unread === null) throw changeFailed(isSetBack, false, cause);
  // After a refusal, a page that can't be read would count as unchanged.
  throw changeFailed(false, true, new StewardError(unread.code, said, cause));
}

/** The result of a call that changed entries, without a message if all of them are changed. */
export function resultOf(noun: string, all: readonly EntryChange[], outcome: Outcome): ToolResult {
  const { begun, now, refusal } = outcome;
  if (refusal !== null) {
    const changed = refusal.notSetBack;
    return failure(
      refusal.code,
      sentence(noun, all, outcome, refusal),
      changed.length === 0 ? {} : { changed },
    );
  }
  const data = { changed: begun.map(({ key }) => key) };
  const others = differingFrom(now, begun, 'after').map(
    ({ key, why }) => `${noun} ${key}: the server confirmed the change, but ${why}`,
  );
  if (others.length > 0) return failure('not_applied', others.join(' '), data);
  if (begun.length < all.length) {
    const message = `Stopped: ${begun.length} of ${all.length} are changed and stay so, the others are as before.`;
    return failure('stopped', message, data);
  }
  return { success: true, message: '', data };
}

function sentence(
  noun: string,
  all: readonly EntryChange[],
  { begun, now }: Outcome,
  { key, why, notSetBack }: Refusal,
): string {
  const asBefore = `${noun} ${key} was not changed: ${why}`;
  if (notSetBack.length === 0) return `${asBefore} Nothing is changed.`;
  const keys = all.map((one) => one.key);
  const rest = without(keys, notSetBack);
  return [
    asBefore,
    `${notSetBack.length} of ${keys.length} are changed and could not be set back: ${notSetBack.join(', ')}.`,
    ...differingFrom(now, begun, 'after')
      .filter((other) => notSetBack.includes(other.key))
      .map((other) => `Of these, ${other.key} was changed otherwise: ${other.why}`),
    ...(rest.length === 0 ? [] : [`As before: ${rest.join(', ')}.`]),
  ].join(' ');
}

/** Longest excerpt of an entry in a message, in UTF-16 units. */
const MAX_SHOWN = 500;

function shown(entry: JsonObject | null, names: readonly string[]): string {
  return JSON.stringify(membersOf(entry, names)).slice(0, MAX_SHOWN);
}
