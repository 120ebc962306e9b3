import { createChangeReports } from '@/src/background/page/change-reports';
import '@/tests/world/before-all';
import { createPageLink, type PageLink } from '@/src/background/page/page-link';
import { createTabMemory } from '@/src/background/page/tab-memory';
import { createWriteTokens, type TokenChecker, type TokenIssuer } from '@/src/core/policy/write-tokens';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { stateEffect, stepEffect, type WriteFacts, type WriteToken } from '@/src/core/records/write-token';
import type { Chat } from '@/src/schema/chat';
import type { JsonObject } from '@/src/schema/values/json';
import { noServices } from '@/tests/fakes/no-services';
import { notesAdapter } from '@/tests/fakes/notes-adapter';
import { installBrowser } from '@/tests/world/browser-in-memory';
import { codeOf } from '../error-code';

/** A change of a page that is attempted. */
export interface WantedChange {
  kind: 'execute' | 'apply-state';
  executionId: string;
  tool: string;
  /** A tool's step, or a state. */
  body: JsonObject;
}

/** Faults to build into the token check, to prove that the suite detects them. */
export interface TokenParts {
  createTokens: typeof createWriteTokens;
}

/** The real token issuer and the real page link, with a page behind it that accepts every request. */
export interface TokenRig {
  readonly issuer: TokenIssuer;
  /** The issuer of an earlier worker. */
  readonly earlierIssuer: TokenIssuer;
  readonly chat: Chat;
  /** Another chat about the same page, in the same tab. */
  readonly otherChat: Chat;
  /** The facts that a token for the change must contain. */
  factsOf(change: WantedChange): WriteFacts;
  /**
   * Attempts the change through the page link; resolves with the error's code, or null if the page made it.
   */
  attempt(change: WantedChange, token: unknown, by?: Chat): Promise<string | null>;
  /** Number of changes that reached the page. */
  reached(): number;
  passTime(ms: number): void;
  /** From now on, the chats' page is in another tab. */
  moveToTab(tabId: number): void;
  /** From now on, the page is at another port. */
  moveToOrigin(origin: string): void;
}

/** The page's state hash, which never changes. */
const STATE_HASH = 'a'.repeat(64);
/** The page, which never changes. */
export const PAGE = { document: 'd', stateHash: STATE_HASH };

export function createTokenRig(parts: TokenParts = { createTokens: createWriteTokens }): TokenRig {
  const browser = installBrowser();
  let nowMs = 1_000_000;
  let ids = 0;
  const clock = { now: () => nowMs };
  const idSource = { newId: () => `id-${++ids}` };
  const tokens = parts.createTokens({ clock, ids: idSource });
  const earlier = parts.createTokens({ clock, ids: idSource });
  let place = { origin: 'http://notes.example', tabId: 1 };
  let link = createLink(tokens.checker, () => place.tabId);
  let reached = 0;
  const chat = chatOf('chat');
  const otherChat = chatOf('other-chat');

  function openTab(): void {
    const { tabId, origin } = place;
    browser.tabs.set(tabId, {
      id: tabId,
      windowId: 1,
      url: `${origin}/`,
      active: true,
      documentId: `document-${tabId}`,
      async answer(message) {
        const { request } = message as { request: { type: string } };
        if (request.type === 'identify') {
          const identity = { instanceId: 'i', title: 'Notes' };
          return { ok: true, value: { adapterId: 'notes', identity } };
        }
        reached += 1;
        if (request.type === 'apply-state') return { ok: true, value: { stateHash: STATE_HASH } };
        const result = { success: true, message: 'Done.' };
        const hashes = { stateHashBefore: STATE_HASH, stateHashAfter: STATE_HASH };
        return { ok: true, value: { result, ...hashes, document: 'd', order: 1 } };
      },
    });
  }
  openTab();

  return {
    issuer: tokens.issuer,
    earlierIssuer: earlier.issuer,
    chat,
    otherChat,
    factsOf: ({ kind, executionId, tool, body }) => ({
      executionId,
      chatId: chat.id,
      place,
      expected: PAGE,
      effectHash: kind === 'execute' ? stepEffect(tool, body) : stateEffect(body),
    }),
    async attempt(change, token, by = chat) {
      const bound = { ...by, binding: by.binding === null ? null : { ...by.binding, origin: place.origin } };
      try {
        await send(link, bound, change, token as WriteToken);
        return null;
      } catch (error) {
        return codeOf(error);
      }
    },
    reached: () => reached,
    passTime(ms) {
      nowMs += ms;
    },
    moveToTab(tabId) {
      place = { ...place, tabId };
      openTab();
    },
    moveToOrigin(origin) {
      place = { ...place, origin };
      openTab();
      link = createLink(tokens.checker, () => place.tabId);
    },
  };
}

function send(link: PageLink, chat: Chat, change: WantedChange, token: WriteToken): Promise<unknown> {
  const { kind, executionId, tool, body } = change;
  const { signal } = new AbortController();
  return kind === 'execute'
    ? link.execute(chat, { executionId, tool, args: body, timeoutMs: 1_000, token }, signal)
    : link.applyState(chat, { executionId, state: body, token }, signal);
}

function createLink(tokens: TokenChecker, tabId: () => number): PageLink {
  return createPageLink({
    withKnownIssue: (status) => status,
    reports: createChangeReports(),
    tabs: createTabMemory(),
    bindings: { tabOf: async () => tabId(), bind: async () => undefined },
    adapters: { definitionOf: () => notesAdapter as never },
    clock: { now: () => 1 },
    services: noServices,
    sites: {
      isLasting: async () => true,
      markOf: async () => null,
      offScope: async () => null,
      admit: async () => undefined,
    },
    tokens,
    onRefused: () => undefined,
    onReversal: () => undefined,
  });
}

function chatOf(id: string): Chat {
  const binding = { adapterId: 'notes', origin: 'http://notes.example', instanceId: 'i', title: 'Notes' };
  return newChat({ id, title: '', atMs: 0, binding, settings: newChatSettings(), lastStateHash: STATE_HASH });
}
