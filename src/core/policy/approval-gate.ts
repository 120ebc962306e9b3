import type {
  Approval,
  ApprovalAnswer,
  ApprovalPreview,
  ArgumentProblem,
  CallChoice,
} from '@/src/schema/approval';
import type { Json } from '@/src/schema/values/json';
import type { PageReading } from '../ports/page-port';
import type { ChatRecord } from '../records/record-access';
import { pageIn, stateEffect, type WriteToken } from '../records/write-token';
import type { CallAtGate, GateAnswer, GateDeps } from './call-at-gate';
import { checkCall } from './check-call';
import { type DecidedApproval, decideApproval, previewChoices, renewIfChanged } from './decide-approval';
import { withMessages } from './message-dry-run';
import { asSealed } from './sealed-decisions';
import type { UserConsent } from './user-consent';

/**
 * Authorizes every change of a page before anything is sent. Only the gate can issue the token that a change needs to leave
 * the background. It issues tokens on the chat's policy, on an approval, or on a user's click in the panel; data read from a
 * page or an endpoint has no influence.
 */
export interface ApprovalGate {
  check(record: ChatRecord, call: CallAtGate, signal: AbortSignal): Promise<GateAnswer>;
  /** The preview of the undecided calls with the user's choices. Rejects with `invalid-message` for choices that fit no such call. */
  preview(
    record: ChatRecord,
    approval: Approval,
    choices: readonly CallChoice[],
    signal: AbortSignal,
  ): Promise<{ preview: ApprovalPreview | null; problems: ArgumentProblem[] }>;
  /** Accepts the user's decision if the preview that they saw is still valid. Rejects with `invalid-message` or `write-refused`. */
  decide(
    record: ChatRecord,
    approval: Approval,
    answer: ApprovalAnswer,
    consent: UserConsent,
    signal: AbortSignal,
  ): Promise<DecidedApproval>;
  /** Repeats the dry run of an approval request. Null if its preview didn't change. */
  renew(record: ChatRecord, approval: Approval, signal: AbortSignal): Promise<Approval | null>;
  /**
   * Issues a token for replacing the state of the page, as `from` shows it, with `state`. Only on a user's click.
   * Rejects with `write-refused`.
   */
  authorizeState(
    record: ChatRecord,
    change: { executionId: string; state: Json; from: PageReading },
    consent: UserConsent,
    signal: AbortSignal,
  ): Promise<WriteToken>;
}

/** Approval requests and decisions are read from the journal, so the gate continues after a restart of the worker. */
export function createApprovalGate(given: GateDeps): ApprovalGate {
  const deps: GateDeps = { ...given, dryRuns: withMessages(given.dryRuns, given.journal) };
  return {
    check: (record, call, signal) => checkCall(deps, record, call, signal),
    preview: async (record, approval, choices, signal) =>
      previewChoices(deps, record, await asSealed(deps, approval), choices, signal),
    decide: async (record, approval, answer, consent, signal) =>
      decideApproval(deps, record, await asSealed(deps, approval), answer, consent, signal),
    renew: async (record, approval, signal) =>
      renewIfChanged(deps, record, await asSealed(deps, approval), signal),
    async authorizeState({ chat }, { executionId, state, from }, consent, signal) {
      deps.consents.assertGiven(consent, chat.id);
      const facts = { executionId, chatId: chat.id, expected: pageIn(from), effectHash: stateEffect(state) };
      return deps.issuer.issue({ ...facts, place: await deps.page.placeOf(chat, signal) }, 'user');
    },
  };
}
