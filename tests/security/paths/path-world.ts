import '@/tests/world/before-all';
import { composeBackground } from '@/src/background/compose';
import { isStewardError } from '@/src/core/errors';
import type { UserConsent } from '@/src/core/policy/user-consent';
import type { Approval } from '@/src/schema/approval';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { JsonObject } from '@/src/schema/values/json';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { decideApproval, pendingApproval, previewChoices } from '@/tests/world/approvals';
import { type StewardInMemory, startSteward } from '@/tests/world/steward-in-memory';
import { streamOfResponse } from '@/tests/world/wire-in-memory';
import type { PagePath } from './page-path';

export type ScriptedCall = [tool: string, args: JsonObject];

/** An instance of Steward whose model makes the calls of a script once, then finishes. */
export interface PathWorld extends StewardInMemory {
  /** Gives the model its task; resolves when its calls have run or wait for the user. */
  runTask(): Promise<void>;
  setPolicy(policy: Partial<PolicySettings>): Promise<void>;
  /** The pending approval request. */
  pendingApproval(): Promise<Approval>;
  /** The user approves all calls, with other arguments if `edited` is given. */
  approve(edited?: JsonObject): Promise<void>;
  refuse(): Promise<void>;
  /** Names of the changes that were requested from the page, in order. */
  requestedChanges(): string[];
  /** The error codes of all results in the conversation, and the run's state. */
  outcome(): Promise<string>;
  /**
   * The parts of another background on the same database, as an attacker inside the worker could use them.
   */
  backgroundParts(): ReturnType<typeof composeBackground>;
}

/** The page starts with one unsaved rule, so that save, discard and clear have an effect. */
export async function openPath(calls: readonly ScriptedCall[], page?: PagePath['page']): Promise<PathWorld> {
  let answered = 0;
  const steward = await startSteward({
    context: modelFilterState({ drafts: { openai: { ignore: ['*-preview*'], whitelist: [] } } }),
    ...(page === undefined ? {} : { page }),
    endpoint() {
      answered += 1;
      const made = answered === 1 ? calls : [];
      return streamOfResponse({
        text: made.length > 0 ? '' : 'Done.',
        calls: made.map(([name, args]) => [name, JSON.stringify(args)]),
      });
    },
  });
  const { chatId, db } = steward;

  async function pending(): Promise<Approval> {
    const approval = await pendingApproval(steward);
    if (approval === undefined) throw new Error('No approval request is pending.');
    return approval;
  }

  async function decide(verdict: 'approve' | 'reject', edited: JsonObject | null): Promise<void> {
    const { id: approvalId, calls: requested } = await pending();
    const choices = requested
      .filter(({ isAsked, decision }) => isAsked && decision === null)
      .map(({ executionId }) => ({ executionId, verdict, args: edited, leftOut: [], note: '' }));
    const { digest } = await previewChoices(steward, approvalId, choices);
    await decideApproval(steward, { approvalId, digest, choices });
    await steward.settled();
  }

  return {
    ...steward,
    async runTask() {
      await steward.command<'send-message'>({ type: 'send-message', chatId, text: 'Do it.' });
      await steward.settled();
    },
    async setPolicy(policy) {
      const plain: PolicySettings = { approvalPolicy: 'default', permissions: {}, planMode: false };
      await steward.command<'set-policy'>({ type: 'set-policy', chatId, ...plain, ...policy });
    },
    pendingApproval: pending,
    approve: (edited) => decide('approve', edited ?? null),
    refuse: () => decide('reject', null),
    requestedChanges: () => steward.page.changes().map(({ what }) => what),
    async outcome() {
      const messages = await db.messages.toArray();
      const codes = messages.flatMap((message) =>
        message.role === 'tool' ? [message.result.error_code ?? 'ok'] : [],
      );
      const runs = await db.runs.toArray();
      return [...codes, ...runs.map(({ status, error }) => error?.code ?? status.state)].join(', ');
    },
    backgroundParts: composeBackground,
  };
}

/** An object of the same shape as a consent that the panel's click creates. */
export function forgedConsent(subject: string): UserConsent {
  return Object.freeze({ subject });
}

/** The code of the error with which an attempt rejects; `none` if it succeeds. */
export async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'none';
  } catch (error) {
    return isStewardError(error) ? error.code : String(error);
  }
}
