import { browser } from 'wxt/browser';
import type { Reversals } from '@/src/core/checkpoints/reversals';
import type { PageNote } from '@/src/core/loop/agent-loop';
import type { Journal } from '@/src/core/ports/journal';
import type { SideRequests } from '@/src/core/side-requests/create-side-requests';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { createSteadyClock, sleep } from './clock';
import { createEntryPoints } from './entry-points/entry-points';
import { openPanel, requestOfPanel } from './entry-points/open-panel';
import { showChat, windowOfChat } from './entry-points/show-chat';
import { createPolicySource } from './managed-policy';
import { currentNotices } from './notifications/notices';
import { createNotifications } from './notifications/notifications';
import { createToolbarBadge } from './notifications/toolbar-badge';
import { createWaitingNotifier } from './notifications/waiting-notifier';
import { createChangeReports } from './page/change-reports';
import { updatePageButtons } from './page/page-buttons';
import { createPageLocks } from './page/page-locks';
import type { PageView } from './page/page-view';
import { createPageWatch } from './page/page-watch';
import { createReturnedPages } from './page/returned-pages';
import { createLockQueries, isRunWaiting, isRunWorking } from './page/run-queries';
import { showPage } from './page/show-page';
import { createTabBindings } from './page/tab-bindings';
import { createTabMemory } from './page/tab-memory';
import { createChats } from './panel-server/chats';
import type { LoopControls } from './panel-server/command-context';
import { createListedChats } from './panel-server/listed-chats';
import { createLiveHub } from './panel-server/live-hub';
import { createLostChangesOffers } from './panel-server/lost-changes-offers';
import { notifyPanels } from './panel-server/notify-panels';
import type { OpenChat } from './panel-server/open-chat';
import { logRefusedMessages } from './panel-server/refused-senders';
import { createSummaryStream } from './panel-server/summary-stream';
import { createUnreadMarks } from './panel-server/unread-marks';
import { createSiteAccess } from './sites/site-access';
import { createSites } from './sites/sites';
import { createTabGrants } from './sites/tab-grants';
import { createConnectionStore } from './storage/connection-store';
import { createImageStore } from './storage/image-store';
import { createLogStore, LOG_BOUNDS } from './storage/log-store';
import { createLogger } from './storage/logger';
import { stored } from './storage/storage-error';
import { userWording } from './user-wording';

/** Services of the late parts that the front uses. */
export interface LateServices {
  page: PageView;
  loop: LoopControls;
  reversals: Reversals;
  journal: Pick<Journal, 'setTitle'>;
  sideRequests: Pick<SideRequests, 'abandon'>;
  open: OpenChat;
  /** Handles a reading of a chat's page, in the order of the readings. */
  onReading(chatId: string, note: PageNote): Promise<void>;
}

/**
 * Composes the front: what the background needs at each start, for listeners, badge, alarms, sites and locks. Does not
 * open the database, which opens at its first use.
 */
export function composeFront(late: LateServices) {
  const basis = composeBasis(() => {
    watch.pageWatch.lookAtAll();
    void watch.pageLocks.updateAll();
  });
  const panels = composePanels(basis, (chatId) => void watch.pageWatch.look(chatId));
  const watch = composePageWatch(basis, panels, late);
  return { ...basis, ...panels, ...watch };
}

export type Front = ReturnType<typeof composeFront>;

/** Database, sites and stores: parts that all others use. `onAccess` is called after each change of site access. */
function composeBasis(onAccess: () => void) {
  const db = createDatabase(DATABASE_NAME);
  const clock = createSteadyClock(Date, performance);
  const ids = { newId: () => crypto.randomUUID() };
  const managed = createPolicySource(async (policy) => {
    db.policy = policy;
    // Kept rows were read under the earlier policy.
    db.commits.forget();
    await logger.follow();
    await sites.refresh();
    await updatePageButtons(sites);
  });
  const readPolicy = async () => {
    db.policy = await managed.current();
  };
  // Queries wait until the policy is read.
  db.on('ready', readPolicy, true);
  const logger = createLogger({
    store: createLogStore({
      db,
      clock,
      bounds: LOG_BOUNDS,
      onLost: (error, count) => console.error(`${count} log entries could not be written`, error),
    }),
    area: browser.storage.local,
    policy: managed.current,
    clock,
    console,
  });
  const access = createSiteAccess();
  const sites = createSites({
    policy: managed.current,
    db,
    clock,
    access,
    grants: createTabGrants(),
    onChange() {
      onAccess();
      notifyPanels({ type: 'sites-changed' });
    },
    onSwitch: () => void updatePageButtons(sites),
  });
  const connections = createConnectionStore({ db, clock, ids });
  return {
    access,
    bindings: createTabBindings(),
    clock,
    connections,
    db,
    ids,
    images: createImageStore(db),
    logger,
    onRefused: logRefusedMessages(logger),
    policy: managed.current,
    reports: createChangeReports(),
    sites,
    tabs: createTabMemory(),
    timer: { sleep },
  };
}

type Basis = ReturnType<typeof composeBasis>;

/** The open panels, the notices for the user, and the entry points to the panel. */
function composePanels(basis: Basis, onWatch: (chatId: string) => void) {
  const { db, clock, bindings, logger } = basis;
  const current = () => currentNotices(db);
  const windowOf = (chatId: string) => windowOfChat(bindings, chatId);
  const live = createLiveHub({
    epoch: basis.ids.newId(),
    clock,
    onRefused: basis.onRefused,
    onWatch(chatId) {
      unread.clear(chatId);
      onWatch(chatId);
      void attention.update();
      summaries.resend(chatId);
    },
  });
  const summaries = createSummaryStream(live.send);
  const unread = createUnreadMarks({
    db,
    clock,
    isWatched: live.isWatched,
    logger,
    onChanged: () => void attention.update(),
  });
  const attention = createWaitingNotifier({
    current,
    changed: () => stored(() => db.watches.filter(({ isTold }) => !isTold).count()),
    badge: createToolbarBadge(userWording),
    notices: createNotifications(userWording),
    isWatched: live.isWatched,
    windowOf,
    openPanel,
    showChat: (chatId, isPanelOpen) => showChat(bindings, chatId, isPanelOpen),
    logger,
  });
  const entryPoints = createEntryPoints({
    openPanel,
    requestOfPanel,
    current,
    windowOf,
    showPage: (chatId) => showPage(bindings, chatId),
    turnOnInTab: basis.sites.turnOnInTab,
    showFront: (windowId) => notifyPanels({ type: 'toolbar-click', windowId, againAtMs: null }),
    logger,
  });
  return { attention, entryPoints, live, summaries, unread };
}

/** The chats, and what keeps track of their pages: locks, notices of changes, reloads and closed tabs. */
function composePageWatch(basis: Basis, panels: ReturnType<typeof composePanels>, late: LateServices) {
  const { db } = basis;
  const { live } = panels;
  const { page, loop } = late;
  const chats = createChats({ ...basis, page, open: late.open });
  const returned = createReturnedPages({ ...basis, page, live });
  const pageLocks = createPageLocks({
    ...basis,
    record: createLockQueries(db, basis.clock),
    page,
    chats,
    stop: (chatId) => loop.stop(chatId),
    wording: userWording,
  });
  const lostChanges = createLostChangesOffers({ ...basis, reversals: late.reversals });
  const pageWatch = createPageWatch({
    ...basis,
    page,
    returned,
    chats,
    live,
    locks: pageLocks,
    openPanel: (windowId) => void panels.entryPoints.openBeside(windowId),
    isWaiting: (chatId) => isRunWaiting(db, chatId),
    isWorking: (chatId) => isRunWorking(db, chatId),
    async onReading(chatId, note) {
      // The order matters: when a run continues, the current page becomes the known page.
      await lostChanges.note(chatId, note.reading.context);
      await late.onReading(chatId, note);
    },
  });
  const listed = createListedChats({ ...basis, ...late });
  return { chats, listed, lostChanges, pageLocks, pageWatch, returned };
}
