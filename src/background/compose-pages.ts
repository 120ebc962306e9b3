import { adapters } from '@/src/adapters';
import { dryRunners, serviceAdapters, toolRunners } from '@/src/adapters/background';
import { knownProblems } from '@/src/adapters/known-problems';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import type { Logger } from '@/src/core/logging/log-entry';
import { createPageObserver } from '@/src/core/page-history/page-observer';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import type { Clock, IdSource } from '@/src/core/ports/clock';
import type { StewardDatabase } from '@/src/store/db';
import type { ChangeReports } from './page/change-reports';
import { createDryRuns } from './page/dry-runners';
import { noteRefusedWrites } from './page/note-refused-writes';
import { createPageLink } from './page/page-link';
import { createPageServices } from './page/page-services';
import type { PageWatch } from './page/page-watch';
import type { TabBindings } from './page/tab-bindings';
import { createWithKnownIssue } from './page/with-known-issue';
import { withToolRunners } from './page/with-tool-runners';
import type { Sites } from './sites/sites';
import { createJournal } from './storage/journal';
import { createPageHistory } from './storage/page-history';
import type { PageKeyStore } from './storage/page-key-store';

/** Composes the late part that has the adapters and the access to pages. */
export function composePages(deps: {
  db: StewardDatabase;
  bindings: TabBindings;
  sites: Sites;
  pageKeys: PageKeyStore;
  onServiceChanged: PageWatch['serviceChanged'];
  reports: ChangeReports;
  logger: Logger;
  clock: Clock;
  ids: IdSource;
}) {
  const { db, bindings, clock, ids } = deps;
  const journal = createJournal(db, clock);
  const adapterPort = createAdapterRegistry(adapters);
  const tokens = createWriteTokens({ clock, ids });
  const services = createPageServices({
    adapters: serviceAdapters,
    keys: deps.pageKeys,
    fetch: (input, init) => fetch(input, init),
    clock,
    onChanged: (place, outdated) => void deps.onServiceChanged(place, outdated),
    reports: deps.reports,
  });
  const link = createPageLink({
    bindings,
    adapters: adapterPort,
    clock,
    withKnownIssue: createWithKnownIssue(knownProblems),
    services,
    sites: deps.sites,
    tokens: tokens.checker,
    reports: deps.reports,
    onRefused: noteRefusedWrites({ journal, logger: deps.logger, clock, ids }),
  });
  return {
    journal,
    adapters: adapterPort,
    link,
    page: withToolRunners(link, toolRunners, adapterPort),
    issuer: tokens.issuer,
    observer: createPageObserver({ history: createPageHistory(db), adapters: adapterPort, clock }),
    dryRuns: createDryRuns({ page: link, runners: dryRunners, adapters: adapterPort, ids }),
  };
}

export type Pages = ReturnType<typeof composePages>;
