import { createConsents } from '@/src/core/policy/user-consent';
import { createSerializer } from '@/src/core/serialize';
import { composeFront } from './compose-front';
import type { Pages } from './compose-pages';
import type { Work } from './compose-work';
import { createLatePart, type LatePart, lateServices } from './late-part';
import { hasOpenWork, hasUnfinishedWork } from './page/run-queries';
import type { CommandContext } from './panel-server/command-context';
import { commandHandlers } from './panel-server/command-handlers';
import { logFailedCommands } from './panel-server/command-server';
import { notifyChatsDone } from './panel-server/notify-panels';
import { createAliasStore } from './storage/alias-store';
import { createDataChecks } from './storage/data-checks';
import { opened } from './storage/opened';
import { createSavedPromptStore } from './storage/saved-prompt-store';
import { createUnsentTextStore } from './storage/unsent-text-store';
import { userWording } from './user-wording';

/** Composes the front, and connects it with the late parts, which it loads at their first use. */
export function composeBackground() {
  const consents = createConsents();
  const pages: LatePart<Pages> = createLatePart(async () => {
    const { composePages } = await import('./compose-pages');
    return composePages(front);
  });
  const work: LatePart<Work> = createLatePart(async () => {
    const [{ composeWork }, loadedPages] = await Promise.all([import('./compose-work'), pages.load()]);
    return composeWork(front, loadedPages, consents);
  });
  const { link, journal, pageKeys } = lateServices(pages);
  const services = lateServices(work);
  const { loop, open, reversals, sideRequests } = services;
  const front = composeFront({
    page: link,
    journal,
    loop,
    open,
    reversals,
    sideRequests,
    async onReading(chatId, note) {
      if (work.loaded() !== null || (await hasOpenWork(front.db, chatId))) await loop.notePage(chatId, note);
    },
  });
  const { db, clock, logger, timer } = front;
  // Nothing runs before the part is loaded.
  const isBusy = () => work.loaded()?.isBusy() ?? false;
  const dataChecks = createDataChecks({ ...front, isBusy, log: logger, onChats: notifyChatsDone });
  const context: CommandContext = {
    ...front,
    ai: services.ai,
    copies: services.copies,
    loop,
    ownChanges: services.ownChanges,
    ownData: services.ownData,
    rebinding: services.rebinding,
    reports: services.reports,
    reversals,
    siteChats: services.siteChats,
    siteRuns: services.siteRuns,
    sideRequests: {
      summarize: sideRequests.summarize,
      summaries: sideRequests.summaries,
      // If the part isn't loaded, no request is running that could be cancelled.
      cancelSummary: (chatId) => work.loaded()?.sideRequests.cancelSummary(chatId),
    },
    testConnection: services.testConnection,
    modelChecks: services.modelChecks,
    transfer: services.transfer,
    watches: services.watches,
    adapters: async () => (await pages.load()).adapters,
    journal,
    page: link,
    pageKeys,
    aliases: createAliasStore({ db }),
    savedPrompts: createSavedPromptStore(db),
    unsentTexts: createUnsentTextStore(db, clock),
    dataChecks,
    log: logger,
    look: front.pageWatch.look,
    serially: createSerializer(),
    sending: new Map(),
    wording: userWording,
  };
  const server = {
    handlers: commandHandlers,
    context,
    consents,
    onRefused: front.onRefused,
    ready: () => opened(db, timer),
    onFailed: logFailedCommands(logger),
  };
  return {
    ...front,
    dataChecks,
    isBusy,
    isUnfinished: () => hasUnfinishedWork(db, clock),
    loop,
    server,
    watches: services.watches,
  };
}
