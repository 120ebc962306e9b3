import type { Json } from '../json';
import type {
  Approval,
  ApprovalAnswer,
  ApprovalPreview,
  ArgumentProblem,
  CallChoice,
} from '../records/approval';
import type { ChatRecord } from '../records/record-access';
import { stateEffect, type WriteToken } from '../records/write-token';
import type { CallAtGate, GateAnswer } from './call-at-gate';
import { checkCall } from './check-call';
import type { DecidedApproval } from './decide-approval';
import { decideApproval, previewChoices, renewIfChanged } from './decide-approval';
import type { GateDeps } from './gate-deps';
import type { UserConsent } from './user-consent';

/**
 * Every change of a page passes here before anything happens, and nobody else can issue the token without which none
 * leaves the background. It is issued on the chat's policy, on an approval, or on a user's click in the panel; nothing
 * that was read from a page or an endpoint has a say.
 */
export interface ApprovalGate {
  check(record: ChatRecord, call: CallAtGate, signal: AbortSignal): Promise<GateAnswer>;
  /** What the open calls would come to if the user had their way. Rejects with `invalid-message` for choices that don't fit. */
  preview(
    record: ChatRecord,
    approval: Approval,
    choices: readonly CallChoice[],
    signal: AbortSignal,
  ): Promise<{ preview: ApprovalPreview | null; problems: ArgumentProblem[] }>;
  /** Takes the user's answer, if the page is as they saw it. Rejects with `invalid-message` or `write-refused`. */
  decide(
    record: ChatRecord,
    approval: Approval,
    answer: ApprovalAnswer,
    consent: UserConsent,
    signal: AbortSignal,
  ): Promise<DecidedApproval>;
  /** The question on the page as it is now; null if nothing about it changed. */
  renew(record: ChatRecord, approval: Approval, signal: AbortSignal): Promise<Approval | null>;
  /** The right to put the chat's page into a state, on a user's click. Rejects with `write-refused`. */
  authorizeState(
    record: ChatRecord,
    change: { executionId: string; state: Json; stateHash: string },
    consent: UserConsent,
    signal: AbortSignal,
  ): Promise<WriteToken>;
}

/** The gate over the journal: questions are rows, so they survive the worker, and a decision is found again. */
export function createApprovalGate(deps: GateDeps): ApprovalGate {
  return {
    check: (record, call, signal) => checkCall(deps, record, call, signal),
    preview: (record, approval, choices, signal) => previewChoices(deps, record, approval, choices, signal),
    decide: (record, approval, answer, consent, signal) =>
      decideApproval(deps, record, approval, answer, consent, signal),
    renew: (record, approval, signal) => renewIfChanged(deps, record, approval, signal),
    async authorizeState({ chat }, { executionId, state, stateHash }, consent, signal) {
      deps.consents.assertGiven(consent, chat.id);
      const facts = { executionId, chatId: chat.id, stateHash, effectHash: stateEffect(state) };
      return deps.issuer.issue({ ...facts, place: await deps.page.placeOf(chat, signal) }, 'user');
    },
  };
}
