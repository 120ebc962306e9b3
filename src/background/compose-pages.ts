import { adapters } from '@/src/adapters';
import { dryRunners, serviceAdapters, toolRunners } from '@/src/adapters/background';
import { knownProblems } from '@/src/adapters/known-problems';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { createPageObserver } from '@/src/core/page-history/page-observer';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import type { Front } from './compose-front';
import { createDryRuns } from './page/dry-runners';
import { noteRefusedWrites } from './page/note-refused-writes';
import { createPageLink } from './page/page-link';
import { createPageServices } from './page/page-services';
import { createWithKnownIssue } from './page/with-known-issue';
import { withToolRunners } from './page/with-tool-runners';
import { notifyPanels } from './panel-server/notify-panels';
import { createJournal } from './storage/journal';
import { createPageHistory } from './storage/page-history';
import { createPageKeyStore } from './storage/page-key-store';

/** Composes the late part that has the adapters and the access to pages. */
export function composePages(front: Front) {
  const { db, clock, ids, timer } = front;
  const journal = createJournal(db, clock);
  const adapterPort = createAdapterRegistry(adapters);
  const tokens = createWriteTokens({ clock, ids });
  const pageKeys = createPageKeyStore(db, () => front.pageWatch.lookAtAll());
  const services = createPageServices({
    adapters: serviceAdapters,
    keys: pageKeys,
    fetch: (input, init) => fetch(input, init),
    clock,
    timer,
    onChanged: (place, outdated) => void front.pageWatch.serviceChanged(place, outdated),
    reports: front.reports,
  });
  const link = createPageLink({
    ...front,
    adapters: adapterPort,
    withKnownIssue: createWithKnownIssue(knownProblems),
    services,
    tokens: tokens.checker,
    onRefused: noteRefusedWrites({ ...front, journal }),
    onReversal: (chatId, progress) => notifyPanels({ type: 'progressed', chatId, ...progress }),
  });
  return {
    journal,
    adapters: adapterPort,
    link,
    pageKeys,
    page: withToolRunners(link, toolRunners, adapterPort),
    issuer: tokens.issuer,
    observer: createPageObserver({ history: createPageHistory(db), adapters: adapterPort, clock }),
    dryRuns: createDryRuns({ page: link, runners: dryRunners, adapters: adapterPort, ids }),
  };
}

export type Pages = ReturnType<typeof composePages>;
