import { createContext, useContext } from 'react';
import type { ApprovalCall } from '@/src/schema/approval';
import { type CallState, callStateOf } from './card-state';
import type { OpenApproval } from './use-approval';

/** The approval request of a card, for the components in the card. */
interface OpenCard extends Pick<OpenApproval, 'open' | 'cardState' | 'dispatch' | 'preview' | 'dryRunOf'> {
  /** The adapter of the chat's page; null if the chat is bound to no page. */
  adapterId: string | null;
}

/** Context in which the card provides its request. */
export const OpenCardContext = createContext<OpenCard | null>(null);

/** The approval request that the surrounding card shows. Throws in a component that is in no card. */
export function useOpenCard(): OpenCard {
  const card = useContext(OpenCardContext);
  if (card === null) throw new Error('No component above provides the request.');
  return card;
}

/**
 * The request of the surrounding card; and for one of its calls the user's input, a function that changes that input, and the dry run,
 * which is null if there is none.
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
