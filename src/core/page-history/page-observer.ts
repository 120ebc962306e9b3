import type { ChangeCause } from '@/src/schema/change-cause';
import type { Chat } from '@/src/schema/chat';
import type { KnownPage, LeftPage } from '@/src/schema/known-page';
import type { HistoryPlace, ObservedPage, PageStep } from '@/src/schema/observed-page';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import type { AdapterPort } from '../adapter/adapter-port';
import { pageHashesOf } from '../adapter/page-hashes';
import { shownContext } from '../context/shown-context';
import type { Clock } from '../ports/clock';
import type { EndedWrite, HistoryChange, PageHistory } from '../ports/page-history';
import type { PageReading, PageSource } from '../ports/page-port';
import { ANYONE, isOwnExecution, RELOAD, USER } from '../records/change-cause';
import { boundPage } from '../records/record-access';
import { type AttributedChange, attributeChanges, inOrder } from './attribute-changes';
import { changeKey } from './change-key';
import { closeWrite, type SettledWrite } from './close-write';
import { isOutdated, observe, openWrite } from './observe';
import { isPageChange } from './share-changes';

/** The facts about a write that the page's history stores before the write is sent. */
interface NotedWrite {
  executionId: string;
  cause: ChangeCause;
  /** The page before the write. */
  reading: PageReading;
  /** Hashes of the page that the write leads to; null if they can't be computed beforehand. */
  after: PageHashes | null;
  /** Context that the write leads to; null if it can't be computed beforehand. */
  afterContext: Json | null;
}

/** The newest reading of a page, with its place in the page's history. */
interface NewestReading {
  /** The reading that was passed in, or a newer one that had been observed before. */
  reading: PageReading;
  place: HistoryPlace;
}

/** The differences between a page as a conversation knows it and as it is, each with its cause, in the order of their times. */
export interface Differences extends NewestReading {
  changes: AttributedChange[];
}

/**
 * The only code that attributes differences of a page to causes. Messages, refusals, approval requests and previews all
 * use it, so that they name the same cause. All methods reject with `storage`.
 */
export interface PageObserver {
  /** Records the changes since the page was last observed. Use the returned reading from here on: it may be newer. */
  observe(chat: Chat, reading: PageReading): Promise<NewestReading>;
  /**
   * The change of the history that marks a write as in progress. Store it before the write is sent, so that the write's changes are
   * attributed to it whenever they are observed.
   */
  opening(chat: Chat, write: NotedWrite): HistoryChange;
  /**
   * The change of the history that ends a write, once its outcome is settled. `page`: the `source.page` of the reading that the write
   * began with. A write whose outcome isn't awaited any more ends as uncertain, and again once its outcome is known (see {@link SettledWrite}
   * `earlier`).
   */
  closing(chat: Chat, page: string, settled: SettledWrite): HistoryChange<EndedWrite>;
  /** Stores a change in a transaction of its own. For one that begins or ends together with another record, use its journal method. */
  store(change: HistoryChange): Promise<void>;
  /** The steps that are attributed to a call, in order. */
  stepsOf(page: string, executionId: string): Promise<PageStep[]>;
  /**
   * Observes a reading, and compares it with the page as the conversation knows it: as last reported, and as the chat's
   * own writes left it since. `known` is null if the page was never reported.
   */
  differencesSince(
    chat: Chat,
    known: Omit<KnownPage, 'carried'> | null,
    reading: PageReading,
  ): Promise<Differences>;
  /**
   * Execution id of the last call of the chat whose effect was observed after `left`; null if there is none. The
   * outcome of that call was uncertain until then.
   */
  lateCallSince(chat: Chat, left: LeftPage): Promise<string | null>;
}

export function createPageObserver(deps: {
  history: PageHistory;
  adapters: AdapterPort;
  clock: Clock;
}): PageObserver {
  const { history, clock } = deps;
  const adapterOf = (chat: Chat): AdapterDefinition => deps.adapters.definitionOf(boundPage(chat).adapterId);
  const placeOf = ({ page, document: name, sequence }: ObservedPage): HistoryPlace => {
    return { page, document: name, sequence, atMs: clock.now() };
  };

  async function observeReading(chat: Chat, reading: PageReading): Promise<NewestReading> {
    const adapter = adapterOf(chat);
    const { page } = await history.update({
      page: reading.source.page,
      change: (observed) => observe(adapter, observed, reading, clock.now()),
    });
    return {
      reading: isOutdated(page, reading) ? lastReading(adapter, page) : reading,
      place: placeOf(page),
    };
  }

  /**
   * The differences between a known context and a reading, attributed with the steps observed in between. Parts that the chat
   * leaves out are not compared.
   */
  async function attributed(
    chat: Chat,
    { context, at }: LeftPage,
    { reading, place }: NewestReading,
    mayHaveMade: (cause: ChangeCause) => boolean,
  ): Promise<AttributedChange[]> {
    const adapter = adapterOf(chat);
    const shown = (whole: Json) => shownContext(adapter, chat.settings, whole);
    const changes = adapter.diffContext(shown(context), shown(reading.context), clock.now());
    const isSameTab = at.page === place.page;
    const steps =
      changes.length === 0
        ? []
        : await (isSameTab ? history.stepsSince(at) : stepsInTabs(history, at, place));
    const caused = attributeChanges(changes, steps, {
      isByPage: isPageChange(adapter),
      // A step in another tab is the cause only of the changes that it contains.
      mayHaveMade: (cause) => isSameTab && mayHaveMade(cause),
      // Another document shows the page now, so the page was reloaded in between.
      unobserved: at.document === place.document ? USER : RELOAD,
    });
    if (adapter.isShared !== true) return caused;
    return caused.map(({ change, cause }) => ({ change, cause: cause.kind === 'user' ? ANYONE : cause }));
  }

  /**
   * Changes by others since a write of the chat. A difference that no step contains was made by others, since each write of the chat
   * is recorded as a step.
   */
  async function othersSince(chat: Chat, left: LeftPage, newest: NewestReading): Promise<AttributedChange[]> {
    const isOther = (cause: ChangeCause) => !isOwnExecution(cause, chat.id);
    const changes = await attributed(chat, left, newest, isOther);
    return changes.filter(({ cause }) => isOther(cause));
  }

  return {
    observe: observeReading,

    opening(chat, write) {
      const adapter = adapterOf(chat);
      const noted = pendingWrite(adapter, write, clock.now());
      return {
        page: write.reading.source.page,
        change(observed) {
          const { page, steps } = observe(adapter, observed, write.reading, clock.now());
          return { page: openWrite(page, noted), steps };
        },
      };
    },

    closing: (chat, page, settled) => ({
      page,
      change(observed) {
        if (observed === null) return null;
        const { madeAt, ...closed } = closeWrite(adapterOf(chat), observed, settled, clock.now());
        const earlier = (madeAt === null ? settled.earlier : null) ?? [];
        const corrected = settled.wasMade === false ? earlier.map((step) => ({ ...step, cause: USER })) : [];
        const ended = { page: closed.page, steps: [...corrected, ...closed.steps] };
        const now = placeOf(closed.page);
        if (settled.left === null) return { ...ended, at: now };
        // The document in which the write was made; another one may have been observed since.
        const name = settled.reading?.source.document ?? now.document;
        const sequence = madeAt ?? earlier.at(-1)?.sequence ?? now.sequence;
        return { ...ended, at: { ...now, document: name, sequence } };
      },
    }),

    async store(change) {
      await history.update(change);
    },

    async stepsOf(page, executionId) {
      const steps = await history.stepsSince({ page, sequence: 0 });
      return steps.filter(({ cause }) => cause.kind === 'execution' && cause.executionId === executionId);
    },

    async differencesSince(chat, known, reading) {
      const newest = await observeReading(chat, reading);
      if (known === null) return { changes: [], ...newest };
      const changes = await attributed(chat, known, newest, () => true);
      if (known.own === null) return { changes: inOrder(changes), ...newest };
      const { own } = known;
      const others = await Promise.all([...own.earlier, own].map((left) => othersSince(chat, left, newest)));
      return { changes: inOrder(distinct([...changes, ...others.flat()])), ...newest };
    },

    async lateCallSince(chat, left) {
      const steps = await history.stepsSince(left.at);
      const cause = steps.findLast((step) => isOwnExecution(step.cause, chat.id))?.cause;
      return cause?.kind === 'execution' ? cause.executionId : null;
    },
  };
}

/** The stored form of a write that begins now, with the keys of the changes that its dry run predicts. */
function pendingWrite(
  adapter: AdapterDefinition,
  { executionId, cause, reading: { context }, after, afterContext }: NotedWrite,
  nowMs: number,
): Parameters<typeof openWrite>[1] {
  const intended =
    afterContext === null ? null : adapter.diffContext(context, afterContext, nowMs).map(changeKey);
  return { executionId, cause, before: pageHashesOf(adapter, context), after, intended };
}

/** The steps after a place in another tab, in order of time, from all tabs that showed the page since then. */
async function stepsInTabs(
  history: PageHistory,
  at: HistoryPlace,
  { page }: HistoryPlace,
): Promise<PageStep[]> {
  const steps = await history.stepsInTabs(page);
  return steps
    .filter((step) =>
      step.page === at.page ? step.sequence > at.sequence : (step.atMs ?? 0) > (at.atMs ?? 0),
    )
    .toSorted((left, right) => (left.atMs ?? 0) - (right.atMs ?? 0));
}

/**
 * Removes duplicates. The page is compared with the context that the model knows, and with the context after each own
 * write. Most changes are found in every comparison. A change that undid an own write is found only in the comparison
 * with the context after that write.
 */
function distinct(changes: readonly AttributedChange[]): AttributedChange[] {
  const byKey = new Map<string, AttributedChange>();
  for (const one of changes) {
    const key = changeKey(one.change);
    if (!byKey.has(key)) byKey.set(key, one);
  }
  return [...byKey.values()];
}

/** A place before all steps of the page, in all tabs. For a state whose place in the history is unknown. */
export function beginningOf({ document: name }: HistoryPlace): HistoryPlace {
  return { page: '', document: name, sequence: 0 };
}

/** A reading with a context that was computed, not read from the page. */
export function readingOf(adapter: AdapterDefinition, context: Json, source: PageSource): PageReading {
  return { context, stateHash: pageHashesOf(adapter, context).stateHash, source };
}

/** The newest observation of a page, as a reading. */
function lastReading(
  adapter: AdapterDefinition,
  { page, document: name, order, askedAtMs, context }: ObservedPage,
): PageReading {
  return readingOf(adapter, context, { page, document: name, order, askedAtMs });
}
