import type { ChatSettings } from '@/src/schema/chat-settings';

/** The limits of tokens that the user sets for a chat. */
export type TokenLimits = Pick<ChatSettings, 'contextWindowTokens' | 'tokenBudget'>;
