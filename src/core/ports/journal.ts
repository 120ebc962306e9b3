import type { Approval } from '@/src/schema/approval';
import type { NewAuditEntry } from '@/src/schema/audit';
import type { Execution } from '@/src/schema/call';
import type {
  SummaryMessage,
  SystemSummaryMessage,
  SystemTitleMessage,
  TitleMessage,
  UncountedAccounting,
} from '@/src/schema/message';
import type { Payload } from '@/src/schema/payload';
import type { Run } from '@/src/schema/run';
import type { PageHolder } from '../records/run-status';
import type { ChatJournal } from './chat-journal';
import type { KnownPageJournal } from './known-page-journal';
import type { MessageJournal } from './message-journal';
import type { UsageEntry, UsageJournal, UsedRequest } from './usage-journal';

/**
 * Everything that is stored about chats. Each method is one transaction: it takes effect completely or not at all. All
 * reject with `storage`, and with `not-found` if a row that they need is missing. Depend on the part that you need.
 */
export interface Journal
  extends ChatJournal,
    MessageJournal,
    ApprovalJournal,
    KnownPageJournal,
    PageLeaseJournal,
    SideJournal,
    UsageJournal,
    PayloadJournal,
    AuditPort {}

export interface AuditPort {
  /** Appends an entry about something other than a tool call to its site's audit chain. */
  addAudit(entry: NewAuditEntry): Promise<void>;
}

/** The payloads of chats whose chat log is on, in the order in which they were sent and received. */
export interface PayloadJournal {
  /** Rejects with `not-found` for a chat that is deleted. */
  addPayload(payload: Payload): Promise<void>;
}

/** Page leases, so that only one chat at a time changes a page. */
export interface PageLeaseJournal {
  /**
   * Gives the run the lease of its chat's page, unless another chat's run or restore has it and still needs it. Returns
   * that chat, or null if the lease was given. One transaction, so that two runs can't get the lease at the same time.
   */
  leasePage(run: Pick<Run, 'id' | 'chatId'>): Promise<PageHolder | null>;
  /** The other chat whose run or restore has the lease of this chat's page and still needs it; null if there is none. */
  pageHolder(chatId: string): Promise<PageHolder | null>;
  /** The other chats whose runs wait for the lease of this chat's page. */
  waitingForPage(chatId: string): Promise<string[]>;
}

/** Tools that the user allows in a chat from now on, with id and time of the audit entry for that. */
interface AllowedTools {
  tools: readonly string[];
  made: Pick<NewAuditEntry, 'id' | 'atMs'>;
}

/** Approval requests and their decisions. */
export interface ApprovalJournal {
  /** The approval request about a call's response, made in the call's own run; null if there is none. */
  approvalOf(call: Pick<Execution, 'messageId' | 'runId' | 'chatId'>): Promise<Approval | null>;
  /** Null if no approval request has this id. */
  approvalById(approvalId: string): Promise<Approval | null>;
  /** Adds an approval request, and updates its calls' state and the run's status. */
  addApproval(approval: Approval, run: Partial<Run>): Promise<void>;
  /**
   * Replaces an approval request, after its preview changed or the user decided. Updates the run's status, and the chat's
   * policy for the tools that the user allowed; `allowed` is null if they allowed none. Rejects with `managed` if the
   * organisation doesn't let the user allow one of them.
   */
  updateApproval(approval: Approval, run: Partial<Run>, allowed: AllowedTools | null): Promise<void>;
}

/** A message of a side request. Its position is assigned when it is stored. */
type SideMessage = WithoutPosition<SystemTitleMessage | TitleMessage | SystemSummaryMessage | SummaryMessage>;

type WithoutPosition<Row> = Row extends unknown ? Omit<Row, 'position'> : never;

/** The rows of a completed side request. */
export interface SideEntry {
  chatId: string;
  /** The messages are stored directly after this position. */
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
  /** A row to store with the change; null for none. */
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
