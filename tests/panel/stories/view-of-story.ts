import type { ChatView } from '@/src/store/queries';
import { copiedChat } from '../../fakes/copied-chat';
import { wholeView } from '../../fakes/whole-view';
import { CHAT_ID, type StoryRows } from './story-rows';

/** The chat of a story as the panel reads it. */
export function viewOfStory({ messages, executions, run, approval, chat }: StoryRows): ChatView {
  return wholeView({
    chat: { ...copiedChat(), ...chat, id: CHAT_ID },
    messages,
    executions,
    run,
    pendingApproval: approval,
  });
}
