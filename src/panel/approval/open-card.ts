import { createContext, useContext } from 'react';
import type { ApprovalCall } from '@/src/schema/approval';
import { type CallState, callStateOf } from './card-state';
import type { OpenApproval } from './use-approval';

/** The request that the user is deciding, for the parts of its card. */
interface OpenCard extends Pick<OpenApproval, 'open' | 'cardState' | 'dispatch' | 'preview' | 'dryRunOf'> {
  /** The adapter whose tools are called; null if the chat is bound to no page. */
  adapterId: string | null;
}

/** Context with the request, which the card provides. */
export const OpenCardContext = createContext<OpenCard | null>(null);

/** The request of the card around. Throws outside of a card. */
export function useOpenCard(): OpenCard {
  const card = useContext(OpenCardContext);
  if (card === null) throw new Error('No component above provides the request.');
  return card;
}

/**
 * The request of the card around, with the user's input for one of its calls, a function that changes it, and the call's dry run; null if it
 * has none.
 */
export function useOpenCall(call: ApprovalCall) {
  const card = useOpenCard();
  const { executionId } = call;
  return {
    ...card,
    callState: callStateOf(card.cardState, executionId),
    change: (changes: Partial<Omit<CallState, 'leftOut'>>) =>
      card.dispatch({ type: 'change', executionId, changes }),
    dryRun: card.dryRunOf(call),
  };
}
