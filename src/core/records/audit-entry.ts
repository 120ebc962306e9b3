/** Something that was done to a page or decided about it, before it is chained. */
export interface NewAuditEntry {
  id: string;
  atMs: number;
  /** `scheme://host:port` of the page. */
  origin: string;
  chatId: string;
  /** Null where no run was concerned. */
  runId: string | null;
  /** The response that made the call; null where there was none. */
  messageId: string | null;
  executionId: string | null;
  /**
   * `call`: a tool that would change something; `rollback`, `undo`, `restore-drafts`, `restore-saved`: the user put the
   * page into another state; `policy`: the user changed what Steward may do; `refused`: something without a right to it tried
   * to change the page.
   */
  action: 'call' | 'rollback' | 'undo' | 'restore-drafts' | 'restore-saved' | 'policy' | 'refused';
  /** The tool's name, or in words what it was about. */
  subject: string;
  /** What was asked for: the arguments as the model wrote them, or the new setting. */
  proposed: string;
  /** Who let it run, or didn't: the chat's policy, or the user; `not-asked` where it failed before the question. */
  decision: 'allowed' | 'approved' | 'rejected' | 'denied' | 'not-asked' | 'user';
  /** The user's words; empty if they gave none. */
  note: string;
  /** What ran, as JSON; null if nothing did. Differs from `proposed` where the user edited it. */
  ran: string | null;
  success: boolean;
  errorCode: string | null;
  /** Hash of the page's restorable state before and after; null where it didn't reach the page. */
  stateHashBefore: string | null;
  stateHashAfter: string | null;
  /** The saved state that a commit overwrote, as canonical JSON; null for every other row, and for a commit that never started. */
  savedBefore: string | null;
}

/** A row of a site's audit journal: never changed afterwards, and bound to the row before it. */
export interface AuditEntry extends NewAuditEntry {
  /** 1, 2, 3 … within the site. */
  sequence: number;
  /** The hash of the entry before; null for the first. */
  previousHash: string | null;
  /** Over all other members. */
  hash: string;
}
