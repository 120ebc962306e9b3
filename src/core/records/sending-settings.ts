import type { SendingSettings } from '@/src/schema/chat-settings';

export function sendingOf({
  toolMemory,
  cacheMode,
  toolResultAgeing,
  trimOldest,
}: SendingSettings): SendingSettings {
  return { toolMemory, cacheMode, toolResultAgeing, trimOldest };
}
