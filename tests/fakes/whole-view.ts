import type { Message } from '@/src/schema/message';
import type { ChatView, Landmarks } from '@/src/store/queries';

/** The view of a chat all of whose messages fit into a page. */
export function wholeView(
  shown: Pick<ChatView, 'chat' | 'messages' | 'executions' | 'run' | 'pendingApproval'> &
    Partial<Pick<ChatView, 'siteParts'>>,
): ChatView {
  const landmarks = landmarksOf(shown.messages);
  return {
    siteParts: [],
    ...shown,
    landmarks,
    unanswered: [],
    hasEarlier: false,
    opensWithPrompt: true,
    start: {
      position: shown.messages[0]?.position ?? -Infinity,
      userId: landmarks.user?.id ?? null,
      isWhole: true,
    },
  };
}

function landmarksOf(messages: readonly Message[]): Landmarks {
  return {
    user: messages.findLast((message) => message.role === 'user') ?? null,
    system: messages.findLast((message) => message.role === 'system') ?? null,
    accounting: messages.findLast((message) => message.role === 'accounting') ?? null,
    response: messages.findLast((message) => message.role === 'assistant' && message.plan !== true) ?? null,
    summaries: messages.filter((message) => message.role === 'summary'),
    rollbacks: messages.filter((message) => message.role === 'rollback'),
  } as Landmarks;
}
