import type { Json, JsonObject } from '../json';
import type { PageReading } from '../ports/page-port';
import type { Approval, ApprovalCall } from '../records/approval';
import type { NewAuditEntry } from '../records/audit-entry';
import type { CallDryRun } from '../records/dry-run';
import type { AssistantMessage } from '../records/message';
import type { Execution } from '../records/run';
import type { ToolResult } from '../records/tool-result';
import type { WriteToken } from '../records/write-token';
import type { ToolDefinition } from '../tools/tool-definition';
/** A call on its way, as the gate sees it. */
export interface CallAtGate {
  response: AssistantMessage;
  execution: Execution;
  tool: ToolDefinition;
  /** Validated. */
  args: JsonObject;
}

/** What policy and user say of a call. */
export type GateAnswer =
  /** It only looks, so it needs no right. */
  | { kind: 'harmless' }
  | {
      kind: 'allowed';
      by: 'policy' | 'user';
      /** What may run; differs from what the model wrote where the user edited it. */
      args: JsonObject;
      token: WriteToken;
      /** The dry run that it was allowed on. */
      dryRun: Extract<CallDryRun, { kind: 'change' }>;
      /** The page as it was found: what the token holds for. */
      reading: PageReading;
      /** The page's context after it; null where nobody can tell beforehand. */
      after: Json | null;
      /** The call as the user approved it; null where the policy let it run. */
      asked: ApprovalCall | null;
    }
  /** It doesn't run, and this is why. */
  | { kind: 'settled'; result: ToolResult; decision: NewAuditEntry['decision']; note: string }
  /** Plan mode: worked out and kept for the run's plan, not carried out. */
  | { kind: 'planned'; result: ToolResult }
  /** The user has to be asked, anew if `isNew` is false; the caller journals the question. */
  | { kind: 'ask'; approval: Approval; isNew: boolean };
