import type { AdapterPort } from '../adapter/adapter-port';
import type { PageObserver } from '../page-history/page-observer';
import type { Clock, IdSource } from '../ports/clock';
import type { Journal } from '../ports/journal';
import type { PagePort } from '../ports/page-port';
import type { DryRunPort } from './dry-run-port';
import type { ConsentCheck } from './user-consent';
import type { TokenIssuer } from './write-tokens';

export interface GateDeps {
  journal: Pick<
    Journal,
    'load' | 'chatTitles' | 'messagesFrom' | 'approvalOf' | 'executionsOf' | 'stateHashesOf' | 'knownPage'
  >;
  page: Pick<PagePort, 'placeOf'>;
  observer: PageObserver;
  dryRuns: DryRunPort;
  adapters: AdapterPort;
  issuer: TokenIssuer;
  consents: ConsentCheck;
  clock: Clock;
  ids: IdSource;
}
