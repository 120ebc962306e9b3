import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { type OwnChange, whatChanged } from '@/src/core/daily/what-changed';
import { toErrorInfo } from '@/src/core/errors';
import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import { managedSetting, underPolicy } from '@/src/core/policy/under-policy';
import type { Clock } from '@/src/core/ports/clock';
import { newChat, newChatSettings, placeKey } from '@/src/core/records/chat';
import { createSerializer } from '@/src/core/serialize';
import type { Chat } from '@/src/schema/chat';
import type { PagePlace } from '@/src/schema/page-binding';
import type { SeenPage } from '@/src/schema/seen-page';
import { DAY_MS, type ManagedPolicy, NO_POLICY } from '@/src/schema/values/managed-policy';
import type { WatchInterval } from '@/src/schema/values/watch-interval';
import type { Watch } from '@/src/schema/watch';
import type { StewardDatabase } from '@/src/store/db';
import { leasingRun } from '@/src/store/page-holder';
import type { PageView } from '../page/page-view';
import type { TabBindings } from '../page/tab-bindings';
import type { Sites } from '../sites/sites';
import { stored } from '../storage/storage-error';
import { transact } from '../storage/transact';
import { HOUR_MS, INTERVAL_MS, isDue } from './watch-alarm';

interface WatchesDeps {
  db: StewardDatabase;
  clock: Clock;
  adapters: AdapterPort;
  page: Pick<PageView, 'readContext'>;
  bindings: Pick<TabBindings, 'unbind'>;
  sites: Pick<Sites, 'isLasting'>;
  policy(): Promise<ManagedPolicy>;
  ownChanges(page: PagePlace, sinceMs: number): Promise<OwnChange[]>;
  logger: Pick<Logger, 'warning'>;
}

export type Watches = ReturnType<typeof createWatches>;

/** Creates the watches: pages that are compared at intervals with what the user last saw of them. A check changes no page and opens no tab. */
export function createWatches(deps: WatchesDeps) {
  const { db, clock } = deps;
  const serially = createSerializer();

  /** True if Steward may read the page now. A run that works on it may be halfway through a change. */
  async function isAllowed(watch: Watch): Promise<boolean> {
    if (!(await deps.policy()).watches || !(await deps.sites.isLasting(watch.origin))) return false;
    return (await stored(() => leasingRun(db, watch)))?.isOpen !== 1;
  }

  async function newsOf(watch: Watch, seen: SeenPage) {
    const chat = chatAbout(watch);
    try {
      const { context } = await deps.page.readContext(chat);
      const adapter = deps.adapters.definitionOf(watch.adapterId);
      const own = await deps.ownChanges(watch, seen.atMs);
      const changed = await whatChanged(adapter, seen.context, context, own);
      return { news: changed?.news ?? [], failure: null };
    } catch (error) {
      if (watch.failure === null)
        logFailure(deps.logger.warning, 'watch.failed', 'A watched page can’t be read.', error);
      const { message } = toErrorInfo(error);
      const { sinceMs, count } = watch.failure ?? { sinceMs: clock.now(), count: 0 }; // The first one.
      return { failure: { message, sinceMs, count: count + 1 } };
    } finally {
      // Only this reading needs the chat’s tab.
      await deps.bindings.unbind(chat.id);
    }
  }

  async function check(watch: Watch): Promise<void> {
    const key = placeKey(watch);
    const seen = await stored(() => db.seenPages.get(key));
    const found = seen !== undefined && (await isAllowed(watch)) ? await newsOf(watch, seen) : null;
    await transact(db, [db.watches, db.seenPages], async () => {
      const row = await db.watches.get(key);
      // The user may have ended it, or looked at the page meanwhile.
      if (row === undefined) return;
      const isOutdated = found === null || (await db.seenPages.get(key))?.atMs !== seen?.atMs;
      const now = clock.now();
      if (isOutdated) await db.watches.put({ ...row, nextAtMs: now + HOUR_MS });
      else await db.watches.put({ ...row, ...outcomeOf(row, found, now) });
    });
  }

  return {
    /** Watches a page, or ends that with null. Its first check is due at once. */
    async set(place: PagePlace, every: WatchInterval | null): Promise<void> {
      if (every !== null && !(await deps.policy()).watches) throw managedSetting();
      await transact(db, db.watches, async () => {
        const key = placeKey(place);
        const row = await db.watches.get(key);
        if (every === null) await db.watches.delete(key);
        else await db.watches.put({ ...NEVER_CHECKED, ...row, ...place, every, nextAtMs: clock.now() });
      });
    },

    /** Checks the pages that are due. Rejects with `storage`. */
    checkDue: () =>
      serially('check', async () => {
        const now = clock.now();
        const due = (await stored(() => db.watches.toArray())).filter((watch) => isDue(watch, now));
        // A server that doesn't answer must not delay the others.
        await Promise.all(due.map(check));
      }),
  };
}

const NEVER_CHECKED = { checkedAtMs: null, news: [], isTold: true, failure: null };

/** A chat that is never stored: as a member of one about several sites, it reaches its page without a tab, or in any tab. */
function chatAbout({ adapterId, origin, instanceId }: Watch): Chat {
  const id = `watch ${adapterId} ${origin} ${instanceId}`;
  const binding = { adapterId, origin, instanceId, title: '' };
  const settings = newChatSettings();
  const made = newChat({ id, title: '', atMs: 0, binding, settings, lastStateHash: null });
  return { ...made, settings: underPolicy(settings, NO_POLICY), memberOf: id };
}

/** The values of a watch after a check. News that the user has opened isn't told again while it stays the same. */
function outcomeOf(
  row: Watch,
  found: Pick<Watch, 'failure'> & Partial<Pick<Watch, 'news'>>,
  now: number,
): Partial<Watch> {
  const { failure, news } = found;
  const everyMs = INTERVAL_MS[row.every];
  if (news === undefined) {
    const count = failure?.count ?? 0;
    // After each failure the page is left alone for twice as long, up to a day.
    return { failure, nextAtMs: now + Math.max(everyMs, Math.min(DAY_MS, everyMs * 2 ** count)) };
  }
  const isTold = news.length === 0 || (row.isTold && JSON.stringify(news) === JSON.stringify(row.news));
  return { failure, news, isTold, checkedAtMs: now, nextAtMs: now + everyMs };
}
