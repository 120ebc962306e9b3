import type { CacheMode } from '@/src/schema/values/chat-settings';
import type { TextKey } from '@/src/texts/text-key';

/** Names of the choices of what requests mark for the provider's cache. */
export const CACHE_MODE_LABELS: Readonly<Record<CacheMode, TextKey>> = {
  'all-off': 'chatSettings.cache.allOff',
  system: 'chatSettings.cache.system',
  cached: 'chatSettings.cache.systemAndMessages',
};
