import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { StoredChat } from '@/src/schema/chat';

type Given = Parameters<typeof newChat>[0];

/** A new chat `c` without a page, with these fields and settings. */
export function aChat({
  settings,
  ...fields
}: Partial<Omit<Given, 'settings'>> & { settings?: Partial<Given['settings']> }): StoredChat {
  return newChat({
    id: 'c',
    title: '',
    atMs: 0,
    binding: null,
    lastStateHash: null,
    ...fields,
    settings: { ...newChatSettings(), ...settings },
  });
}
