import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import type { Reversals } from '@/src/core/checkpoints/reversals';
import type { AIService } from '@/src/core/llm/ai-service';
import type { Logger } from '@/src/core/logging/log-entry';
import type { Accepted, AgentLoop } from '@/src/core/loop/agent-loop';
import type { UserConsent } from '@/src/core/policy/user-consent';
import type { Clock } from '@/src/core/ports/clock';
import type { Journal } from '@/src/core/ports/journal';
import type { createSerializer } from '@/src/core/serialize';
import type { SideRequests } from '@/src/core/side-requests/create-side-requests';
import type { SiteRuns } from '@/src/core/targets/site-runs';
import type { Wording } from '@/src/core/text/wording';
import type { CommandOf, CommandType, ResultOf } from '@/src/messages/commands';
import type { StewardDatabase } from '@/src/store/db';
import type { Watches } from '../daily/watches';
import type { ConnectionTest } from '../endpoint/connection-test';
import type { ModelChecks } from '../model-check/model-checks';
import type { PageView } from '../page/page-view';
import type { TabBindings } from '../page/tab-bindings';
import type { Sites } from '../sites/sites';
import type { AliasStore } from '../storage/alias-store';
import type { ConnectionStore } from '../storage/connection-store';
import type { DataChecks } from '../storage/data-checks';
import type { ImageStore } from '../storage/image-store';
import type { LogControl } from '../storage/logger';
import type { OwnData } from '../storage/own-data';
import type { PageKeyStore } from '../storage/page-key-store';
import type { SavedPromptStore } from '../storage/saved-prompt-store';
import type { SettingsTransfer } from '../storage/settings-transfer';
import type { UnsentTextStore } from '../storage/unsent-text-store';
import type { ChatCopies } from './chat-copies';
import type { Chats } from './chats';
import type { ListedChats } from './listed-chats';
import type { LostChangesOffers } from './lost-changes-offers';
import type { OwnChanges } from './own-changes';
import type { PageRebinding } from './page-rebinding';
import type { ProblemReports } from './problem-reports';
import type { SiteChats } from './site-chats';

/** The controls of the loop, without those that only other late parts of the background use. */
export type LoopControls = Omit<
  AgentLoop,
  'addSystemMessage' | 'carryOut' | 'closeRun' | 'isBusy' | 'wakeWaiting'
>;

/** The services that handlers of commands use; each handler destructures those that it needs. */
export interface CommandContext {
  db: StewardDatabase;
  clock: Clock;
  page: Pick<PageView, 'lastShown' | 'reach' | 'readContext'>;
  ownChanges: OwnChanges;
  loop: LoopControls;
  reversals: Reversals;
  sideRequests: Pick<SideRequests, 'summarize' | 'cancelSummary' | 'summaries'>;
  chats: Chats;
  listed: ListedChats;
  copies: ChatCopies;
  rebinding: PageRebinding;
  connections: ConnectionStore;
  adapters(): Promise<AdapterPort>;
  journal: Pick<Journal, 'knownPage' | 'load'>;
  aliases: AliasStore;
  savedPrompts: SavedPromptStore;
  transfer: SettingsTransfer;
  watches: Pick<Watches, 'set'>;
  ai: Pick<AIService, 'listModels'>;
  bindings: TabBindings;
  sites: Sites;
  pageKeys: Pick<PageKeyStore, 'save'>;
  testConnection: ConnectionTest;
  modelChecks: Pick<ModelChecks, 'check' | 'stop'>;
  lostChanges: Pick<LostChangesOffers, 'restore' | 'dismiss'>;
  unsentTexts: UnsentTextStore;
  images: ImageStore;
  ownData: OwnData;
  reports: ProblemReports;
  siteChats: Pick<SiteChats, 'choose' | 'rename'>;
  siteRuns: Pick<SiteRuns, 'decide' | 'check'>;
  dataChecks: Pick<DataChecks, 'check' | 'acknowledge'>;
  log: Logger & LogControl;
  /** Sends the status of the chat's page to the panels that show the chat. */
  look(chatId: string): Promise<void>;
  /**
   * Runs tasks with the same key one after another. Needed for tasks of several steps that must not overlap; controls
   * of the loop are queued by the loop. Changes of a composer text use a key of their own.
   */
  serially: ReturnType<typeof createSerializer>;
  /** Messages that are being sent, by chat and content. */
  sending: Map<string, Promise<Accepted>>;
  /** The words of the user's language. */
  wording(): Promise<Wording>;
}

/** One handler for each command. `consent` proves the user's click. Handlers reject with a StewardError. */
export type CommandHandlers = {
  [Type in CommandType]: (
    command: CommandOf<Type>,
    context: CommandContext,
    consent: UserConsent,
  ) => Promise<ResultOf<Type>>;
};
