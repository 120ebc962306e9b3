/** What became of a call that would change something: one row each, never changed afterwards. */
export interface AuditEntry {
  id: string;
  atMs: number;
  /** `scheme://host:port` of the page. */
  origin: string;
  chatId: string;
  runId: string;
  executionId: string;
  tool: string;
  /** As the model wrote them. */
  argumentsText: string;
  /** Who let it run, or didn't: the chat's policy or the person; `not-asked` where it failed before the question. */
  decision: 'allowed' | 'approved' | 'rejected' | 'denied' | 'not-asked';
  success: boolean;
  errorCode: string | null;
  /** The page's state as Steward last knew it, before and after; null where the call didn't reach the page. */
  stateHashBefore: string | null;
  stateHashAfter: string | null;
}
