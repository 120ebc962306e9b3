import type { ChatSettings } from '@/src/schema/chat-settings';
import { rowsWith } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';

/** The limits of tokens that the user sets for a chat. */
export const TOKEN_LIMITS = rowsWith(CHAT_SETTINGS, { form: 'tokens' });

export type TokenLimits = Pick<ChatSettings, keyof typeof TOKEN_LIMITS>;
