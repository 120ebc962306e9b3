import '@/tests/world/before-all';
import { composeBackground } from '@/src/background/compose';
import type { UserConsent } from '@/src/core/policy/user-consent';
import type { Approval } from '@/src/schema/approval';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { JsonObject } from '@/src/schema/values/json';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { answerAll, openApproval } from '@/tests/world/approvals';
import { type StewardInMemory, startSteward } from '@/tests/world/steward-in-memory';
import { answersWith } from '@/tests/world/wire-in-memory';
import { codeOf as errorCodeOf } from '../error-code';
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
  approve(edited?: JsonObject | null): Promise<void>;
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
  const steward = await startSteward({
    context: modelFilterState({ drafts: { openai: { ignore: ['*-preview*'], whitelist: [] } } }),
    ...(page === undefined ? {} : { page }),
    endpoint: answersWith([calls]),
  });
  const { chatId, db } = steward;

  return {
    ...steward,
    runTask: async () => void (await steward.say('Do it.')),
    async setPolicy(policy) {
      const plain: PolicySettings = { approvalPolicy: 'default', permissions: {}, planMode: false };
      await steward.command({ type: 'set-policy', chatId, ...plain, ...policy });
    },
    pendingApproval: () => openApproval(steward),
    approve: (args = null) => answerAll(steward, { args }),
    refuse: () => answerAll(steward, { verdict: 'reject' }),
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
  return Object.freeze({ subjects: [subject] });
}

/** The code of the error with which an attempt rejects; `none` if it succeeds. */
export function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(() => 'none', errorCodeOf);
}
