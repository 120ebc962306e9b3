import type { Chat } from '@/src/schema/chat';
import { adapterFor, pageToolsIn } from '../adapter/adapter-of-chat';
import type { PageReading } from '../ports/page-port';
import type { LoopDeps } from './agent-loop';

/** Fields of a chat that record the page state which its model receives. */
export function sentPage(
  { adapters }: Pick<LoopDeps, 'adapters'>,
  chat: Chat,
  { stateHash, context }: PageReading,
): Pick<Chat, 'lastStateHash' | 'pageTools'> {
  return { lastStateHash: stateHash, pageTools: pageToolsIn(adapterFor(chat, adapters), context) };
}
