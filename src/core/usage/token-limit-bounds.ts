import type { ChatSettings } from '../records/chat';

/** The limits of tokens that the user sets for a chat. */
export type TokenLimits = Pick<ChatSettings, 'contextWindowTokens' | 'tokenBudget'>;

/** Smallest and largest value of each limit, in tokens. */
export const TOKEN_LIMIT_BOUNDS = {
  contextWindowTokens: { min: 1_000, max: 100_000_000 },
  tokenBudget: { min: 1, max: 1_000_000_000_000 },
} as const satisfies Record<keyof TokenLimits, { min: number; max: number }>;
