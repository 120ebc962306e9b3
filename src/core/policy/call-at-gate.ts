import type { Approval, ApprovalCall } from '@/src/schema/approval';
import type { NewAuditEntry } from '@/src/schema/audit';
import type { Execution } from '@/src/schema/call';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { AssistantMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { AdapterPort } from '../adapter/adapter-port';
import type { PageObserver } from '../page-history/page-observer';
import type { Clock, IdSource } from '../ports/clock';
import type { DecisionSeals } from '../ports/decision-seals';
import type { Journal } from '../ports/journal';
import type { PagePort, PageReading } from '../ports/page-port';
import type { WriteToken } from '../records/write-token';
import type { ToolDefinition } from '../tools/tool-definition';
import type { ParsedArguments, ParsedCall } from '../tools/validate-call';
import type { DryRunPort } from './dry-run-port';
import type { ConsentCheck } from './user-consent';
import type { TokenIssuer } from './write-tokens';

/** A call to be authorized by the gate. */
export interface CallAtGate {
  response: AssistantMessage;
  /** All calls of the response. */
  calls: readonly ParsedCall[];
  execution: Execution;
  tool: ToolDefinition;
  args: ParsedArguments;
}

/** The gate's decision on a call. */
export type GateAnswer =
  /** The call only reads, so it needs no token. */
  | { kind: 'harmless' }
  | {
      kind: 'allowed';
      by: 'policy' | 'user';
      /** The arguments that may run; they differ from the model's if the user edited them. */
      args: JsonObject;
      token: WriteToken;
      /** The dry run on which the decision is based. */
      dryRun: Extract<CallDryRun, { kind: 'change' }>;
      /** The page for which the token was issued. */
      reading: PageReading;
      /** The page's context after the call; null if it can't be computed beforehand. */
      after: Json | null;
      /** The call as the user approved it; null if the policy allowed it. */
      approvedCall: ApprovalCall | null;
    }
  /** The call doesn't run; the result contains the reason. */
  | { kind: 'settled'; result: ToolResult; decision: NewAuditEntry['decision']; note: string }
  /** Plan mode: the call is added to the run's plan and doesn't run. */
  | { kind: 'planned'; result: ToolResult }
  /** The call needs the user's approval. The caller journals the request; if `isNew` is false, it replaces an earlier one. */
  | { kind: 'ask'; approval: Approval; isNew: boolean };

export interface GateDeps {
  journal: Pick<
    Journal,
    'load' | 'chatTitles' | 'messagesFrom' | 'approvalOf' | 'executionsOf' | 'stateHashesOf' | 'knownPage'
  >;
  page: Pick<PagePort, 'placeOf'>;
  observer: PageObserver;
  dryRuns: DryRunPort;
  adapters: AdapterPort;
  issuer: TokenIssuer;
  consents: ConsentCheck;
  seals: DecisionSeals;
  clock: Clock;
  ids: IdSource;
}
