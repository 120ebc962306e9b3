import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Chat } from '@/src/schema/chat';

/** A new chat `c` without a page, with these fields. */
export function aChat(fields: Partial<Parameters<typeof newChat>[0]>): Chat {
  return newChat({
    id: 'c',
    title: '',
    atMs: 0,
    binding: null,
    settings: newChatSettings(),
    lastStateHash: null,
    ...fields,
  });
}
