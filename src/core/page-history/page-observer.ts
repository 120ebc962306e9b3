import type { AdapterDefinition } from '../adapter/adapter-definition';
import { type PageHashes, pageHashesOf } from '../adapter/page-hashes';
import type { Chat } from '../chat/chat';
import type { Json } from '../json';
import type { AdapterPort, Clock, KnownPage, PageHistory, PageReading } from '../loop/ports';
import { boundPage } from '../loop/record-access';
import { type AttributedChange, attributeChanges } from './attribute-changes';
import type { ChangeCause } from './change-cause';
import { closeWrite, observe, openWrite, type SettledWrite } from './observe';
import type { HistoryPlace } from './observed-page';

/** A write as it is noted before it is sent. */
export interface NotedWrite {
  executionId: string;
  cause: ChangeCause;
  /** The page as it is before. */
  reading: PageReading;
  /** What it leads to; null where nobody can tell beforehand. */
  after: PageHashes | null;
}

/** What differs between a page as a conversation knows it and as it is, each difference with its cause. */
export interface Differences {
  changes: AttributedChange[];
  /** Where the page's history stands at this reading. */
  place: HistoryPlace;
}

/**
 * The one place where differences of a page get their cause. Everything that tells of a change (messages, refusals,
 * approval requests, previews) asks here. All methods reject with `storage`.
 */
export interface PageObserver {
  /** Records what changed since the page was last observed. */
  observe(chat: Chat, reading: PageReading): Promise<HistoryPlace>;
  /** Before a write is sent: so that what it changes is known to be its own, whenever that is observed. */
  openWrite(chat: Chat, write: NotedWrite): Promise<void>;
  /** After its outcome is settled. `page`: the `source.page` of the reading that the write was noted with. */
  closeWrite(chat: Chat, page: string, settled: SettledWrite): Promise<void>;
  /** Observes, and compares with the page as the conversation was told of it; null: it never was. */
  differencesSince(chat: Chat, known: KnownPage | null, reading: PageReading): Promise<Differences>;
}

export function createPageObserver(deps: {
  history: PageHistory;
  adapters: AdapterPort;
  clock: Clock;
}): PageObserver {
  const { history, clock } = deps;
  const adapterOf = (chat: Chat): AdapterDefinition => deps.adapters.definitionOf(boundPage(chat).adapterId);

  async function observeReading(chat: Chat, reading: PageReading): Promise<HistoryPlace> {
    const { page } = await history.update(reading.source.page, (known) =>
      observe(adapterOf(chat), known, reading, clock.now()),
    );
    return { page: page.page, sequence: page.sequence };
  }

  return {
    observe: observeReading,

    async openWrite(chat, { executionId, cause, reading, after }) {
      const adapter = adapterOf(chat);
      const before = pageHashesOf(adapter, reading.context);
      await history.update(reading.source.page, (known) => {
        const { page, steps } = observe(adapter, known, reading, clock.now());
        return { page: openWrite(page, { executionId, cause, before, after }), steps };
      });
    },

    async closeWrite(chat, page, settled) {
      await history.update(page, (known) =>
        known === null ? null : closeWrite(adapterOf(chat), known, settled, clock.now()),
      );
    },

    async differencesSince(chat, known, reading) {
      const place = await observeReading(chat, reading);
      if (known === null) return { changes: [], place };
      const changes = adapterOf(chat).diffContext(known.context, reading.context, clock.now());
      const isSamePage = known.at.page === place.page;
      const steps = isSamePage && changes.length > 0 ? await history.stepsSince(known.at) : [];
      // Another tab shows the page now, as after a restart of the browser: it was loaded again.
      const unobserved: ChangeCause = isSamePage ? { kind: 'user' } : { kind: 'page', event: 'reload' };
      return { changes: attributeChanges(changes, steps, unobserved), place };
    },
  };
}

/** The context that a write leads to, as a reading of the same page. */
export function expectedReading(adapter: AdapterDefinition, before: PageReading, context: Json): PageReading {
  return { context, stateHash: pageHashesOf(adapter, context).stateHash, source: before.source };
}
