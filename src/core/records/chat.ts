import type { Chat, StoredChat } from '@/src/schema/chat';
import type { ChatSettings, StoredSettings } from '@/src/schema/chat-settings';
import type { PageBinding, PagePlace } from '@/src/schema/page-binding';
import { defaultsOf, withPatch } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';

/** The key of a page's row in tables with one row for each page. */
export function placeKey({ adapterId, origin, instanceId }: PagePlace): [string, string, string] {
  return [adapterId, origin, instanceId];
}

/** True if both bindings are of the same page; titles are ignored. False if either is missing. */
export function samePage(a: PageBinding | null | undefined, b: PageBinding | null | undefined): boolean {
  if (a == null || b == null) return false;
  return a.adapterId === b.adapterId && a.origin === b.origin && a.instanceId === b.instanceId;
}

/** True if lists and searches show the chat: the user didn't delete it, and it isn't a member of a chat about several sites. */
export function isListed({ deletedAtMs, memberOf }: Pick<Chat, 'deletedAtMs' | 'memberOf'>): boolean {
  return deletedAtMs === null && memberOf === undefined;
}

/** True for a chat about several sites, and for each of its members. */
export function isAboutSeveral({ targets, memberOf }: Pick<Chat, 'targets' | 'memberOf'>): boolean {
  return targets !== undefined || memberOf !== undefined;
}

/** The documented defaults of a new chat. */
export function newChatSettings(): StoredSettings {
  const settings: ChatSettings = {
    ...defaultsOf(CHAT_SETTINGS),
    connectionId: null,
    model: null,
    modelAlias: null,
    prompt: { baseTemplate: null, overrides: {}, exclusions: [] },
    approvalPolicy: 'default',
    permissions: {},
    planMode: false,
  };
  return settings as StoredSettings;
}

/** Completes stored settings: a setting of the table that the storing build did not know gets its default. */
export function completeSettings(stored: StoredSettings): StoredSettings {
  return withPatch(CHAT_SETTINGS, { ...stored, ...defaultsOf(CHAT_SETTINGS) }, stored);
}

/** A chat before its first message. */
export function newChat(made: {
  id: string;
  title: string;
  atMs: number;
  binding: PageBinding | null;
  settings: StoredSettings;
  lastStateHash: string | null;
}): StoredChat {
  const { atMs, ...given } = made;
  return {
    ...given,
    titleSource: 'first-message',
    pinnedAtMs: null,
    isUnread: false,
    lastSnapshotId: 0,
    pageTools: [],
    deletedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    pendingMessage: null,
    pendingEvents: [],
    queuedStatus: null,
  };
}
