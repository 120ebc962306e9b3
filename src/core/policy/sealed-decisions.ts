import type { Approval, ApprovalCall, CallDecision } from '@/src/schema/approval';
import type { Json } from '@/src/schema/values/json';
import type { GateDeps } from './call-at-gate';

type Seals = Pick<GateDeps, 'seals'>;

/** The approval request with a seal on each call that was decided or shown. Only for decisions that the user has just made. */
export function sealed(deps: Seals, approval: Approval): Promise<Approval> {
  return withCalls(deps, approval, (call, seal) => ({ ...call, seal }));
}

/**
 * The approval request as far as this profile sealed it. A call with another seal or none counts as undecided, so that the user is
 * asked again: its row may come from a file, or from a build without seals.
 */
export async function asSealed(deps: Seals, approval: Approval): Promise<Approval> {
  const verified = await withCalls(deps, approval, (call, seal) =>
    call.seal === seal ? call : { ...call, decision: null, shown: null },
  );
  const isWhole = verified.calls.every((call, index) => call === approval.calls[index]);
  return isWhole ? verified : { ...verified, state: 'pending', decidedAtMs: null };
}

/** The decision of a call that the user refused; null for any other, and for one that this profile didn't seal. */
export async function sealedRefusal(
  deps: Seals,
  approval: Approval,
  call: ApprovalCall,
): Promise<CallDecision | null> {
  if (call.decision?.verdict !== 'rejected') return null;
  return call.seal === (await sealOf(deps, approval, call)) ? call.decision : null;
}

/**
 * Replaces each call that was decided or shown. Its seal covers everything that the decision consists of: the call
 * and its request, the decision with its arguments, and the effect that was shown.
 */
async function withCalls(
  deps: Seals,
  approval: Approval,
  replace: (call: ApprovalCall, seal: string) => ApprovalCall,
): Promise<Approval> {
  const calls = approval.calls.map(async (call) =>
    call.decision === null && call.shown === null ? call : replace(call, await sealOf(deps, approval, call)),
  );
  return { ...approval, calls: await Promise.all(calls) };
}

function sealOf({ seals }: Seals, { id, chatId, messageId }: Approval, call: ApprovalCall): Promise<string> {
  const { seal: _, ...facts } = call;
  return seals.seal([id, chatId, messageId, facts as unknown as Json]);
}
