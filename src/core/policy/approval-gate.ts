import type { AdapterPort } from '../adapter/adapter-port';
import type { Json, JsonObject } from '../json';
import type { PageObserver } from '../page-history/page-observer';
import type { Clock, IdSource } from '../ports/clock';
import type { Journal } from '../ports/journal';
import type { PagePort, PageReading } from '../ports/page-port';
import type {
  Approval,
  ArgumentProblem,
  CallChoice,
  CallDecision,
  QuestionAnswer,
  QuestionPreview,
} from '../records/approval';
import type { AuditRecord } from '../records/audit-entry';
import type { CallPlan } from '../records/dry-run';
import type { AssistantMessage } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import type { Execution } from '../records/run';
import type { ToolResult } from '../records/tool-result';
import { stateEffect, type WriteToken } from '../records/write-token';
import type { ToolDefinition } from '../tools/tool-definition';
import { checkCall } from './check-call';
import { decideQuestion, previewChoices, renewIfChanged } from './decide-question';
import type { DryRunPort } from './dry-run-port';
import type { ConsentCheck, PersonConsent } from './person-consent';
import type { TokenIssuer } from './token-office';

/** A call on its way, as the gate sees it. */
export interface CallAtGate {
  response: AssistantMessage;
  execution: Execution;
  tool: ToolDefinition;
  /** Validated. */
  args: JsonObject;
}

/** What policy and person say of a call. */
export type GateAnswer =
  /** It only looks, so it needs no right. */
  | { kind: 'harmless' }
  | {
      kind: 'allowed';
      by: 'policy' | 'person';
      /** What may run; differs from what the model wrote where the person edited it. */
      args: JsonObject;
      token: WriteToken;
      /** The dry run that it was allowed on. */
      plan: Extract<CallPlan, { kind: 'change' }>;
      /** The page as it was found: what the token holds for. */
      reading: PageReading;
      /** The page's context after it; null where nobody can tell beforehand. */
      after: Json | null;
      /** Null where nobody was asked. */
      decision: CallDecision | null;
    }
  /** It doesn't run, and this is why. */
  | { kind: 'settled'; result: ToolResult; decision: AuditRecord['decision']; note: string }
  /** Plan mode: worked out and kept for the run's plan, not carried out. */
  | { kind: 'planned'; result: ToolResult }
  /** The person has to be asked, anew if `isNew` is false; the caller journals the question. */
  | { kind: 'ask'; approval: Approval; isNew: boolean };

/** What became of a person's answer. */
export type DecidedQuestion =
  | { kind: 'decided'; approval: Approval }
  /** What they saw isn't true any more: the question as it stands now. */
  | { kind: 'stale'; approval: Approval };

/**
 * Every change of a page passes here before anything happens, and nobody else can issue the token without which none
 * leaves the background. It is issued on the chat's policy, on an approval, or on a person's click in the panel; nothing
 * that was read from a page or an endpoint has a say.
 */
export interface ApprovalGate {
  check(record: ChatRecord, call: CallAtGate, signal: AbortSignal): Promise<GateAnswer>;
  /** What the open calls would come to if the person had their way. Rejects with `invalid-message` for choices that don't fit. */
  preview(
    record: ChatRecord,
    approval: Approval,
    choices: readonly CallChoice[],
    signal: AbortSignal,
  ): Promise<{ preview: QuestionPreview | null; problems: ArgumentProblem[] }>;
  /** Takes the person's answer, if the page is as they saw it. Rejects with `invalid-message` or `write-refused`. */
  decide(
    record: ChatRecord,
    approval: Approval,
    answer: QuestionAnswer,
    consent: PersonConsent,
    signal: AbortSignal,
  ): Promise<DecidedQuestion>;
  /** The question on the page as it is now; null if nothing about it changed. */
  renew(record: ChatRecord, approval: Approval, signal: AbortSignal): Promise<Approval | null>;
  /** The right to put the chat's page into a state, on a person's click. Rejects with `write-refused`. */
  authorizeState(
    record: ChatRecord,
    change: { executionId: string; state: Json; stateHash: string },
    consent: PersonConsent,
    signal: AbortSignal,
  ): Promise<WriteToken>;
}

/** What the gate is made of. */
export interface GateDeps {
  journal: Pick<Journal, 'load' | 'approvalOf' | 'executionsOf' | 'knownPage'>;
  page: Pick<PagePort, 'placeOf'>;
  observer: PageObserver;
  dryRuns: DryRunPort;
  adapters: AdapterPort;
  issuer: TokenIssuer;
  consents: ConsentCheck;
  clock: Clock;
  ids: IdSource;
}

/** The gate over the journal: questions are rows, so they survive the worker, and a decision is found again. */
export function createApprovalGate(deps: GateDeps): ApprovalGate {
  return {
    check: (record, call, signal) => checkCall(deps, record, call, signal),
    preview: (record, approval, choices, signal) => previewChoices(deps, record, approval, choices, signal),
    decide: (record, approval, answer, consent, signal) =>
      decideQuestion(deps, record, approval, answer, consent, signal),
    renew: (record, approval, signal) => renewIfChanged(deps, record, approval, signal),
    async authorizeState({ chat }, { executionId, state, stateHash }, consent, signal) {
      deps.consents.assertGiven(consent, chat.id);
      const facts = { executionId, chatId: chat.id, stateHash, effectHash: stateEffect(state) };
      return deps.issuer.issue({ ...facts, place: await deps.page.placeOf(chat, signal) }, 'person');
    },
  };
}
