/** An audit entry before it is appended to its site's chain: a change of a page, or a decision about one. */
export interface NewAuditEntry {
  id: string;
  atMs: number;
  /** `scheme://host:port` of the page. */
  origin: string;
  chatId: string;
  /** Null if the entry concerns no run. */
  runId: string | null;
  /** The response that made the call; null if there is none. */
  messageId: string | null;
  executionId: string | null;
  /**
   * `call`: a tool call that would change something; `rollback`, `undo`, `restore-unsaved`, `restore-saved`: the user put the
   * page into another state; `policy`: the user changed the chat's approval policy; `refused`: an unauthorized sender tried
   * to change the page.
   */
  action: 'call' | 'rollback' | 'undo' | 'restore-unsaved' | 'restore-saved' | 'policy' | 'refused';
  /** The tool's name, or a short description of the change. */
  subject: string;
  /** As JSON: the arguments as the model wrote them, or the new setting. */
  proposed: string;
  /**
   * `allowed`, `denied`: by the chat's policy; `approved`, `rejected`: by the user on request; `user`: the user started it;
   * `not-asked`: it failed before approval was requested.
   */
  decision: 'allowed' | 'approved' | 'rejected' | 'denied' | 'not-asked' | 'user';
  /** The user's note; empty if they gave none. */
  note: string;
  /** The arguments that ran, as JSON; null if nothing ran. Differs from `proposed` if the user edited the call. */
  ran: string | null;
  success: boolean;
  errorCode: string | null;
  /** Hash of the page's restorable state before and after; null if nothing was sent to the page. */
  stateHashBefore: string | null;
  stateHashAfter: string | null;
  /** The saved state that a commit overwrote, as canonical JSON; null for all other entries, and for a commit that never started. */
  savedBefore: string | null;
}

/** An entry of a site's audit chain. It is never changed, and contains the hash of the entry before it. */
export interface AuditEntry extends NewAuditEntry {
  /** 1, 2, 3 … within the site. */
  sequence: number;
  /** The hash of the entry before; null for the first. */
  previousHash: string | null;
  /** Hash over all other fields. */
  hash: string;
}

/** The newest entry of a site's audit chain, stored separately from the entries when the entry is written. */
export interface AuditHead {
  /** `scheme://host:port`. */
  origin: string;
  /** 0 before the first entry. */
  sequence: number;
  /** Null before the first entry. */
  hash: string | null;
}
