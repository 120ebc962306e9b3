import type { CheckpointManager, CheckpointStore } from '../checkpoints/checkpoint-manager';
import type { AIService } from '../llm/ai-service';
import type { AdapterPort, Clock, EndpointPort, EventBus, IdSource, Journal, PagePort } from './ports';

/** What the loop is made of. The background hands in the real parts, tests their own. */
export interface LoopDeps {
  journal: Journal;
  page: PagePort;
  endpoints: EndpointPort;
  ai: AIService;
  adapters: AdapterPort;
  checkpoints: CheckpointManager;
  checkpointStore: CheckpointStore;
  events: EventBus;
  clock: Clock;
  ids: IdSource;
}
