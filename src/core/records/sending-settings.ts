import type { ChatSettings } from '@/src/schema/chat-settings';

/** The settings of a chat that decide what its requests contain. */
export type SendingSettings = Pick<
  ChatSettings,
  'toolMemory' | 'cacheMode' | 'toolResultAgeing' | 'trimOldest'
>;

export function sendingOf({
  toolMemory,
  cacheMode,
  toolResultAgeing,
  trimOldest,
}: SendingSettings): SendingSettings {
  return { toolMemory, cacheMode, toolResultAgeing, trimOldest };
}
