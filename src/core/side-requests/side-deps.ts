import type { AdapterPort } from '../adapter/adapter-port';
import type { AIService } from '../llm/ai-service';
import type { EndpointPort } from '../llm/endpoint-port';
import type { Logger } from '../logging/log-entry';
import type { Clock, IdSource, Timer } from '../ports/clock';
import type { Journal } from '../ports/journal';
import type { SummaryEvent } from '../records/live-summary';

export interface SideDeps {
  journal: Pick<
    Journal,
    | 'load'
    | 'chatById'
    | 'knownPage'
    | 'addUsage'
    | 'addPayload'
    | 'keepSent'
    | 'storeSide'
    | 'changeSummary'
    | 'tokensUsed'
    | 'usageFrom'
  >;
  endpoints: EndpointPort;
  ai: AIService;
  adapters: AdapterPort;
  logger: Logger;
  clock: Clock;
  timer: Timer;
  ids: IdSource;
  /** A number in [0, 1), for the jitter of retries. */
  random(): number;
  /** Receives the events of a summary in progress, exactly one `ended` for each summary. Must not throw. */
  onSummary(chatId: string, event: SummaryEvent): void;
}
