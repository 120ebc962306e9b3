import type {
  SummaryMessage,
  SystemSummaryMessage,
  SystemTitleMessage,
  TitleMessage,
  UncountedAccounting,
} from '@/src/schema/message';
import type { UsageEntry, UsedRequest } from './usage-journal';

/** A message of a side request. Its position is assigned when it is stored. */
type SideMessage = WithoutPosition<SystemTitleMessage | TitleMessage | SystemSummaryMessage | SummaryMessage>;

type WithoutPosition<Row> = Row extends unknown ? Omit<Row, 'position'> : never;

/** The rows of a completed side request. */
export interface SideEntry {
  chatId: string;
  /** Position that the messages follow. */
  after: number;
  /** The last message that the request covered, if its answer is worthless once that message is set aside; else null. */
  covers: string | null;
  messages: readonly SideMessage[];
  usage: UsageEntry & UsedRequest;
  /** The chat's new title, unless the user has entered one meanwhile; null to keep the present one. */
  title: string | null;
}

/** A change of a summary by the user. */
interface SummaryChange {
  summaryId: string;
  /** The state that the change requires. */
  from: SummaryMessage['state'];
  changes: Partial<Pick<SummaryMessage, 'content' | 'original' | 'state'>>;
  /** Ids of messages to set aside. */
  setAside: readonly string[];
  /** A row to store with it; null for none. */
  accounting: UncountedAccounting | null;
}

/** Titles, summaries and their requests. */
export interface SideJournal {
  /**
   * Stores the answer of a side request, its usage and the title at once. The messages get the free positions directly after
   * `after`: fractions, which no message of a run ever gets. So a run that started meanwhile keeps its positions. Resolves with
   * false if `covers` was set aside meanwhile: then only the usage is stored.
   */
  storeSide(entry: SideEntry): Promise<boolean>;
  /** Rejects with `conflict` if the summary is in another state, or was set aside. */
  changeSummary(change: SummaryChange): Promise<void>;
}
