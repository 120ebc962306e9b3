import type { ChatSettings } from './chat';

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

/** Highest number of turns in which a call is still sent. */
export const MAX_REMEMBERED_TURNS = 5;

/** Characters of an aged result. Below the minimum, Steward's own note about the cut may not fit. */
export const AGED_RESULT_CHARACTERS = { min: 500, max: 20_000 } as const;

/** Tokens of a trimmed request. */
export const TRIMMED_REQUEST_TOKENS = { min: 1_000, max: 10_000_000 } as const;
