import type { ChatView } from '@/src/store/queries';
import { readBuiltInCall } from './built-in-call';
import { waitingCallId } from './waiting-call';

/** The text of the question that the next message answers; null while no question is open. */
export function openQuestion({ messages, run }: Pick<ChatView, 'messages' | 'run'>): string | null {
  const executionId = waitingCallId(messages, run);
  const call = messages
    .flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
    .find((made) => made.executionId === executionId);
  const builtIn = call === undefined ? null : readBuiltInCall(call.name, call.argumentsText);
  return builtIn?.name === 'ask_user' ? builtIn.question : null;
}
