import type { AdapterPort } from '../adapter/adapter-port';
import type { CheckpointManager, CheckpointStore } from '../checkpoints/checkpoint-manager';
import type { SettleDeps } from '../checkpoints/settle-restore';
import type { AIService } from '../llm/ai-service';
import type { EndpointPort } from '../llm/endpoint-port';
import type { Logger } from '../logging/log-entry';
import type { PageObserver } from '../page-history/page-observer';
import type { ApprovalGate } from '../policy/approval-gate';
import type { Clock, IdSource, Timer } from '../ports/clock';
import type { EventBus } from '../ports/event-bus';
import type { Journal } from '../ports/journal';
import type { PageLockPort } from '../ports/page-lock-port';
import type { PagePort } from '../ports/page-port';

/** What the loop is made of. The background hands in the real parts, tests their own. */
export interface LoopDeps {
  journal: Journal & SettleDeps['journal'];
  page: PagePort;
  pageLock: PageLockPort;
  endpoints: EndpointPort;
  ai: AIService;
  adapters: AdapterPort;
  gate: ApprovalGate;
  observer: PageObserver;
  checkpoints: CheckpointManager;
  checkpointStore: CheckpointStore;
  events: EventBus;
  logger: Logger;
  clock: Clock;
  timer: Timer;
  ids: IdSource;
  /** A number in [0, 1), for the jitter of retries. */
  random(): number;
}
