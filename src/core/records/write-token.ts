import { hashJson } from '../hash';
import type { Json, JsonObject } from '../json';

/** Where a chat's page is. */
export type PagePlace = {
  /** `scheme://host:port`. */
  origin: string;
  tabId: number;
};

/** What a change would be: what a token is for, and what the exit to the page sees. */
export interface WriteFacts {
  executionId: string;
  chatId: string;
  place: PagePlace;
  /** Hash of the restorable state that it starts from. */
  stateHash: string;
  /** Of {@link stepEffect} or {@link stateEffect}. */
  effectHash: string;
}

/** The right to change a page once. */
export interface WriteToken extends WriteFacts {
  /** Whose word it rests on: the chat's policy, an approval, or the user's click. */
  basis: 'policy' | 'approval' | 'user';
  /** Milliseconds since 1970. */
  expiresAtMs: number;
  /** Random, so that two tokens for the same change differ. */
  nonce: string;
  /** SHA-256 over all other members, as 64 hex digits. */
  digest: string;
}

/** The hash of one step of a call. */
export function stepEffect(tool: string, step: JsonObject): string {
  return hashJson({ effect: 'step', tool, step });
}

/** The hash of putting a page into a state. */
export function stateEffect(state: Json): string {
  return hashJson({ effect: 'state', state });
}
