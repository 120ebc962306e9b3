import type { Json, JsonObject } from '@/src/schema/values/json';
import { hashJson } from '../hash';
import type { PageLook } from './execution-outcome';

/** The location of a chat's page. */
export type PagePlace = {
  /** `scheme://host:port`. */
  origin: string;
  tabId: number;
};

/**
 * The page on which a write was decided. The page makes the write only if it still is in this state, and in this document: a
 * document that was loaded since may show the same state, but a write whose answer is lost could not be traced to it.
 */
export type ExpectedPage = {
  document: string;
  /** Hash of the restorable state. */
  stateHash: string;
};

/** The page that a reading shows. */
export function pageIn({
  source,
  stateHash,
}: {
  source: Pick<PageLook, 'document'>;
  stateHash: string;
}): ExpectedPage {
  return { document: source.document, stateHash };
}

/** Facts that identify one write; signed into the token and checked when it is used. */
export interface WriteFacts {
  executionId: string;
  chatId: string;
  place: PagePlace;
  /** The page before the write. */
  expected: ExpectedPage;
  /** From {@link stepEffect} or {@link stateEffect}. */
  effectHash: string;
}

/** Authorizes one write to a page. */
export interface WriteToken extends WriteFacts {
  /** The source of the authorization: the chat's policy, an approval, or the user's click. */
  basis: 'policy' | 'approval' | 'user';
  /** Milliseconds since 1970. */
  expiresAtMs: number;
  /** Random, so that two tokens for the same write differ. */
  nonce: string;
  /** SHA-256 over all other fields, as 64 hex digits. */
  digest: string;
}

/** Hash that identifies one step of a call. */
export function stepEffect(tool: string, step: JsonObject): string {
  return hashJson({ effect: 'step', tool, step });
}

/** Hash that identifies the replacement of a page's state. */
export function stateEffect(state: Json): string {
  return hashJson({ effect: 'state', state });
}
