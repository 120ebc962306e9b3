import { z } from 'zod';
import type { SiteComparison } from '@/src/core/adapter/compare-states';
import { MAX_SHOWN_NAME_LENGTH } from '@/src/core/adapter/shown-name';
import type { ToolWording } from '@/src/core/adapter/tool-wording';
import type { WhatChanged } from '@/src/core/daily/what-changed';
import type { ChatOffer } from '@/src/core/records/settings-file';
import type { StateDifference } from '@/src/schema/change';
import type { PageBinding } from '@/src/schema/page-binding';
import type { RuleUse } from '@/src/schema/values/rule-use';
import { MAX_TARGET_NAME_LENGTH, MAX_TARGETS } from '@/src/schema/values/targets';
import { OFFERED_SETTINGS } from '@/src/schema/values/transferred-settings';
import { MAX_NAMES, MAX_TITLE_LENGTH } from './channels';
import { command, hash, id, returns } from './command';
import { DETACHED_PLACES } from './detached-panel';
import type { PageStatus } from './page-status';
import { textPartFields } from './text-part';

const windowId = z.int();
const siteName = z.string().min(1).max(MAX_TARGET_NAME_LENGTH);
const shownName = z.string().min(1).max(MAX_SHOWN_NAME_LENGTH);

const isEachOnce = (sites: readonly { origin: string; instanceId: string }[]) =>
  new Set(sites.map(({ origin, instanceId }) => `${origin} ${instanceId}`)).size === sites.length;

/** A page that a chat can be bound to. */
export interface RebindPreview {
  page: PageBinding;
  /** The differences of the page's restorable state from the known one; null if none is known. */
  differences: StateDifference[] | null;
  stateHash: string;
}

/** The changes of a page since the user last saw it. */
export interface PageNews extends WhatChanged {
  sinceMs: number;
}

/** Commands for chats and their pages. */
export const chatCommands = [
  /**
   * Returns the page of a panel, and its chat. With `windowId`, the page is the one in front of the window; connects to it if permitted,
   * and chooses `shownChatId`, the chat that the panel showed last, if it is about that page, otherwise the page's newest chat. With
   * `chatId`, for a detached panel, the page is that of the chat.
   */
  command(
    'attach',
    {
      to: z.union([z.strictObject({ windowId, shownChatId: id.optional() }), z.strictObject({ chatId: id })]),
    },
    returns<{ chatId: string; page: PageStatus } | { chatId: null; page: PageStatus }>(),
  ),
  /**
   * Creates a chat about the page in front of a window, with the settings of the chat `chatId`, except for permissions granted only
   * there. Returns the status of that page instead if Steward can't work on it. Without a window, for a detached panel, the page is that
   * of the chat.
   */
  command(
    'new-chat',
    { chatId: id, windowId: windowId.nullable() },
    returns<{ chatId: string } | { chatId: null; page: PageStatus }>(),
  ),
  /**
   * Makes the chat one about these of its known sites, in this order, or about one page if there is only one. A chat with messages
   * doesn't become one of the other kind: a new chat is about the sites. Fails with `busy` during a run.
   */
  command(
    'choose-sites',
    {
      chatId: id,
      sites: z
        .array(z.strictObject({ origin: z.url().max(300), instanceId: z.string().max(1_000) }))
        .min(1)
        .max(MAX_TARGETS)
        .refine(isEachOnce, 'a site twice'),
    },
    returns<{ chatId: string }>(),
  ),
  command('rename-chat', { chatId: id, title: z.string().trim().min(1).max(MAX_TITLE_LENGTH) }),
  /** Pins a chat to the top of the list, or unpins it. */
  command('pin-chat', { chatId: id, isPinned: z.boolean() }),
  /** Stops the chat's run and removes the chat from the list. Its data is deleted 10 seconds later. */
  command('delete-chat', { chatId: id }),
  /** Undoes `delete-chat` while the data is still there. */
  command('undelete-chat', { chatId: id }),
  /** Creates a chat with the conversation before a message of the user, or up to an answer. */
  command('branch-chat', { chatId: id, messageId: id }, returns<{ chatId: string }>()),
  /**
   * Receives a part of an exported chat's text. Returns null before the last part, which creates a chat with the settings in `chosen`.
   * If `chosen` is null and some settings differ from those of a new chat, returns these differences instead. The chat is bound to its
   * page only if that page is in front of the window.
   */
  command(
    'import-chat',
    { windowId, chosen: z.array(z.enum(OFFERED_SETTINGS)).nullable(), ...textPartFields },
    returns<{ chatId: string } | ChatOffer | null>(),
  ),
  /** Returns how the page in front differs from the page that the chat knew. */
  command('preview-rebind', { chatId: id, windowId }, returns<RebindPreview>()),
  /** Binds a chat whose page is gone to the page in front. `expectedStateHash` is that of the preview. */
  command('rebind-chat', { chatId: id, windowId, expectedStateHash: hash }),
  /** Shows a chat in a window or tab of its own, or brings the one that shows it to the front. */
  command('detach-panel', { chatId: id, place: z.enum(DETACHED_PLACES) }),
  /** Brings the chat's page to the front. */
  command('show-page', { chatId: id }),
  /**
   * Returns the names among these that the chat's page can show, according to its last reading. Doesn't read the page. Empty if the page
   * can show nothing.
   */
  command(
    'find-names',
    { chatId: id, names: z.array(shownName).max(MAX_NAMES) },
    returns<{ found: string[] }>(),
  ),
  /**
   * Scrolls the chat's page to the thing of this name, marks it for two seconds, and brings the page to the front. Fails with
   * `not-found` if the page can't show it.
   */
  command('show-name', { chatId: id, name: shownName }),
  /** Returns the rules of the chat's page, with the models that each one decides. Reads the page. Empty for a page without rules. */
  command('read-rules', { chatId: id }, returns<{ rules: readonly RuleUse[] }>()),
  /**
   * Compares the chat's page with what the user last saw of it. Reads the page, unless that was just done. Null if nothing changed but by
   * chats of this browser; the page then counts as seen, as it does with `isSeen`. Rejects as the reading does.
   */
  command('what-changed', { chatId: id, isSeen: z.boolean() }, returns<PageNews | null>()),
  /** Compares the pages of two sites of a chat about several sites. `from`, `to`: their names. Fails with `not-found` for another name. */
  command('compare-sites', { chatId: id, from: siteName, to: siteName }, returns<SiteComparison>()),
  /**
   * Returns how the calls of Steward's tools and of an adapter's are shown. `adapterId`: null for a chat without a page. Fails with
   * `page-unknown` if this build has no such adapter.
   */
  command('word-tools', { adapterId: id.nullable() }, returns<ToolWording[]>()),
] as const;
