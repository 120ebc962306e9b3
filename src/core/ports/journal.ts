import type { ApprovalJournal } from './approval-journal';
import type { AuditPort } from './audit-port';
import type { ChatJournal } from './chat-journal';
import type { KnownPageJournal } from './known-page-journal';
import type { MessageJournal } from './message-journal';
import type { PageLeaseJournal } from './page-lease-journal';
import type { PayloadJournal } from './payload-journal';
import type { SideJournal } from './side-journal';
import type { UsageJournal } from './usage-journal';

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
