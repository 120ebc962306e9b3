import type { ChatView } from '@/src/store/queries';

/** The id of the approval request that waits in a chat, or of the first one on its sites; null if none waits. */
export function waitingApproval(view: Pick<ChatView, 'pendingApproval' | 'siteParts'> | null): string | null {
  const first = view?.pendingApproval ?? view?.siteParts.find(({ state }) => state === 'asks')?.approval;
  return first?.id ?? null;
}
