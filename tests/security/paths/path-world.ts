import '../../world/before-all';
import { composeBackground } from '@/src/background/compose';
import { isStewardError } from '@/src/core/errors';
import type { JsonObject } from '@/src/core/json';
import type { UserConsent } from '@/src/core/policy/user-consent';
import type { Approval } from '@/src/core/records/approval';
import type { PolicySettings } from '@/src/core/records/chat';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { type StewardInMemory, startSteward } from '../../world/steward-in-memory';
import { streamOf } from '../../world/wire-in-memory';

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
export async function openPath(calls: readonly ScriptedCall[]): Promise<PathWorld> {
  let answered = 0;
  const steward = await startSteward({
    context: modelFilterState({ drafts: { openai: { ignore: ['*-preview*'], whitelist: [] } } }),
    endpoint() {
      answered += 1;
      const made = answered === 1 ? calls : [];
      return streamOf([
        { choices: [{ index: 0, delta: { content: made.length > 0 ? '' : 'Done.' } }] },
        ...made.map(([name, args], index) => ({
          choices: [{ index: 0, delta: { tool_calls: [partOf(index, name, args)] } }],
        })),
        { choices: [{ index: 0, delta: {}, finish_reason: made.length > 0 ? 'tool_calls' : 'stop' }] },
      ]);
    },
  });
  const { chatId, db } = steward;

  async function pendingApproval(): Promise<Approval> {
    const found = await db.approvals.filter(({ state }) => state === 'pending').first();
    if (found === undefined) throw new Error('No approval request is pending.');
    return found;
  }

  async function decide(verdict: 'approve' | 'reject', edited: JsonObject | null): Promise<void> {
    const { id: approvalId, calls: asked } = await pendingApproval();
    const choices = asked
      .filter(({ isAsked, decision }) => isAsked && decision === null)
      .map(({ executionId }) => ({ executionId, verdict, args: edited, leftOut: [] }));
    const { preview } = await steward.command<'preview-approval'>({
      type: 'preview-approval',
      approvalId,
      choices,
    });
    await steward.command<'decide-approval'>({
      type: 'decide-approval',
      approvalId,
      digest: preview?.digest ?? '0'.repeat(64),
      choices: choices.map((choice) => ({ ...choice, note: '' })),
      allowTools: [],
    });
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
    pendingApproval,
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

function partOf(index: number, name: string, args: JsonObject) {
  const call = { name, arguments: JSON.stringify(args) };
  return { index, id: `call_${index}`, type: 'function', function: call };
}
