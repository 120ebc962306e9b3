import type { Approval, ApprovalCall } from '@/src/schema/approval';
import type { Json } from '@/src/schema/values/json';
import type { GateDeps } from './call-at-gate';

/** The approval request with a seal on each call that was decided or shown. Only for decisions that the user has just made. */
export async function sealed({ seals }: Pick<GateDeps, 'seals'>, approval: Approval): Promise<Approval> {
  const calls = approval.calls.map(async (call) =>
    isDecided(call) ? { ...call, seal: await seals.seal(factsOf(approval, call)) } : call,
  );
  return { ...approval, calls: await Promise.all(calls) };
}

/**
 * The approval request as far as this profile sealed it. A call with another seal or none counts as undecided, so that the user is
 * asked again: its row may come from a file, or from a build without seals.
 */
export async function asSealed({ seals }: Pick<GateDeps, 'seals'>, approval: Approval): Promise<Approval> {
  const calls = await Promise.all(
    approval.calls.map(async (call) =>
      !isDecided(call) || call.seal === (await seals.seal(factsOf(approval, call)))
        ? call
        : { ...call, decision: null, shown: null },
    ),
  );
  const isWhole = calls.every((call, index) => call === approval.calls[index]);
  return isWhole ? approval : { ...approval, calls, state: 'pending', decidedAtMs: null };
}

function isDecided({ decision, shown }: ApprovalCall): boolean {
  return decision !== null || shown !== null;
}

/** All that decides: which call of which request, the decision with its arguments, and the effect that was shown. */
function factsOf({ id, chatId, messageId }: Approval, { seal: _, ...call }: ApprovalCall): Json {
  return { id, chatId, messageId, call: call as unknown as Json };
}
