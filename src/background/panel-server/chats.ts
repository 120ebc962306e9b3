import { browser } from 'wxt/browser';
import { mentionOf } from '@/src/core/context/mentions';
import { MAX_QUOTATIONS, type QUOTATION_KINDS } from '@/src/core/context/quotations';
import { isStewardError, textError } from '@/src/core/errors';
import { type PolicyChange, policyChange } from '@/src/core/policy/change-policy';
import { policyElsewhere } from '@/src/core/policy/policy-settings';
import { ownSettings, withOwnPatch } from '@/src/core/policy/under-policy';
import type { Clock, IdSource } from '@/src/core/ports/clock';
import { isListed, newChatSettings, samePage } from '@/src/core/records/chat';
import { assertLiving, boundPage, chatGone } from '@/src/core/records/record-access';
import { cleanText } from '@/src/core/secrets/clean-text';
import { pageGone } from '@/src/core/shared-errors';
import type { ResultOf } from '@/src/messages/commands';
import type { PageStatus } from '@/src/messages/page-status';
import type { Chat } from '@/src/schema/chat';
import type { PromptSettings, StoredSettings } from '@/src/schema/chat-settings';
import type { PageBinding } from '@/src/schema/page-binding';
import type { Json } from '@/src/schema/values/json';
import type { ChatSettingsPatch } from '@/src/schema/values/settings';
import { PLACE, type StewardDatabase } from '@/src/store/db';
import type { PageView } from '../page/page-view';
import { showPage } from '../page/show-page';
import type { TabBindings } from '../page/tab-bindings';
import type { Sites } from '../sites/sites';
import { withModel } from '../storage/alias-store';
import type { ConnectionStore } from '../storage/connection-store';
import { rowOf, updateRow } from '../storage/rows';
import { stored } from '../storage/storage-error';
import { storePolicy } from '../storage/store-policy';
import { transact } from '../storage/transact';
import type { OpenChat } from './open-chat';

export interface PageInFront {
  binding: PageBinding;
  tabId: number;
}

export type Chats = ReturnType<typeof createChats>;

interface ChatsDeps {
  db: StewardDatabase;
  page: PageView;
  bindings: TabBindings;
  sites: Pick<Sites, 'offScope'>;
  connections: Pick<ConnectionStore, 'testedTarget'>;
  open: OpenChat;
  clock: Clock;
  ids: IdSource;
}

export function createChats(deps: ChatsDeps) {
  /** Rejects with `not-found`. */
  const byId = (chatId: string) => chatIn(deps.db, chatId);

  async function addQuotation(
    chatId: string,
    kind: (typeof QUOTATION_KINDS)[number],
    text: string,
    page: string,
  ): Promise<string> {
    const { db, ids } = deps;
    const mention = mentionOf(kind, ids.newId().replace(/\W/g, '').slice(0, 6));
    await transact(db, db.chats, async () => {
      const { quotations = [] } = await rowOf(db.chats, chatId);
      const kept = quotations.slice(1 - MAX_QUOTATIONS);
      await updateRow(db.chats, chatId, { quotations: [...kept, { mention, text, page }] });
    });
    return mention;
  }

  return {
    byId,
    ...attachMethods(deps),
    ...settingsMethods(deps),

    /** Returns the status of a chat's page in any tab. Rejects with `not-found`, also for a deleted chat. */
    async lookAt(chatId: string): Promise<ResultOf<'attach'>> {
      const chat = await byId(chatId);
      assertLiving(chat);
      return { chatId, page: (await deps.page.look(chat, null)).status };
    },

    /**
     * Stores the text that the user has selected on the chat's page as a quotation, and returns its mention for the message. Rejects
     * with `not-found` for an unknown chat, and with `invalid-message` if nothing visible is selected.
     */
    async quoteSelection(chatId: string): Promise<string> {
      const chat = await byId(chatId);
      const text = await deps.page.readSelection(chat);
      if (text === '') throw textError('invalid-message', 'error.background.nothingSelected');
      const { title, origin } = boundPage(chat);
      return addQuotation(chatId, 'quote', text, cleanText(`${title} · ${origin}`));
    },

    /** Stores the text of a file as a quotation, and returns its mention for the message. Rejects with `not-found` for a deleted chat. */
    quoteFile: (chatId: string, name: string, text: string) => addQuotation(chatId, 'file', text, name),

    /** Returns the names among these that the chat's page can show, according to its last reading. */
    async namesInSight(chatId: string, names: readonly string[]): Promise<string[]> {
      const chat = await byId(chatId);
      return chat.binding === null ? [] : deps.page.namesInSight(chat, names);
    },

    /**
     * Shows the thing of this name on the chat's page, and brings the page to the front. Rejects with `not-found` if the page
     * can't show it.
     */
    async showName(chatId: string, name: string): Promise<void> {
      await deps.page.show(await byId(chatId), name);
      // Brought to the front only now: a page that shows nothing stays where it is.
      await showPage(deps.bindings, chatId);
    },

    /** Reads the chat's page. Rejects as `PagePort.readContext` does. */
    async readPage(chatId: string): Promise<Json> {
      const { context } = await deps.page.readContext(await byId(chatId));
      return context;
    },
  };
}

async function chatIn(db: StewardDatabase, chatId: string): Promise<Chat> {
  const chat = await stored(() => db.chats.get(chatId));
  if (chat !== undefined) return chat;
  throw chatGone();
}

/** Creates the methods that find or open a chat for a page. */
function attachMethods(deps: ChatsDeps) {
  const { db, bindings } = deps;

  /**
   * Settings for a chat that does not continue another one: those of the newest chat, without permissions granted for
   * its page. If these have no model: the connection and model of {@link ConnectionStore.testedTarget}.
   */
  async function settingsForNewPage(): Promise<StoredSettings> {
    const newest = await stored(() => db.chats.orderBy('updatedAtMs').reverse().filter(isListed).first());
    const settings = newest === undefined ? newChatSettings() : ownSettings(newest.settings);
    const target = settings.model === null ? await deps.connections.testedTarget() : null;
    return { ...settings, ...target, ...policyElsewhere(settings) };
  }

  /** Creates a chat about a page. Resolves with the page's status if the page can't be read. */
  async function openAbout(
    { binding, tabId }: PageInFront,
    settings: StoredSettings,
  ): Promise<Chat | PageStatus> {
    try {
      return await deps.open({
        binding,
        tabId,
        settings,
        title: { title: binding.title, titleSource: 'first-message' },
        copied: null,
      });
    } catch (error) {
      if (!isStewardError(error)) throw error;
      const status = await deps.page.statusOf(error, binding);
      // An error that does not concern the page is rethrown.
      if (status.state === 'gone') throw error;
      return status;
    }
  }

  /** The page in front of a window, or the reason why Steward cannot work on it. */
  async function lookInFront(windowId: number): Promise<PageInFront | PageStatus> {
    const [tab] = await browser.tabs.query({ active: true, windowId });
    const tabId = tab?.id;
    if (tab === undefined || tabId === undefined) return { state: 'gone' };
    const url = tab.url ?? '';
    const scope = await deps.sites.offScope(url);
    if (scope !== null) return { state: 'off', scope, url };
    const binding = await identify(deps, { tabId, url });
    return 'state' in binding ? binding : { binding, tabId };
  }

  return {
    settingsForNewPage,

    /** The page in front of a window; null if Steward cannot work on it. */
    async pageInFront(windowId: number): Promise<PageInFront | null> {
      const found = await lookInFront(windowId);
      return 'state' in found ? null : found;
    },

    /**
     * Finds or creates the chat for the page in front of a window. A chat stays with its page: a chat whose page is open
     * in another tab is never chosen, even if the page in front is the same page of the same site. Of the others it
     * chooses the chat shown last, else the newest one bound to the tab in front, else the newest one of the page.
     */
    async attach(windowId: number, shownChatId?: string): Promise<ResultOf<'attach'>> {
      const found = await lookInFront(windowId);
      if ('state' in found) return { chatId: null, page: found };
      const { tabId } = found;
      const existing = await existingChat(deps, found, shownChatId);
      const chat = existing ?? (await openAbout(found, await settingsForNewPage()));
      if ('state' in chat) return { chatId: null, page: chat };
      // The chat's own tab is closed or shows another page, so the chat is rebound to the tab in front, which shows the
      // same page.
      if ((await bindings.tabOf(chat.id)) !== tabId) await bindings.bind(chat.id, tabId);
      return { chatId: chat.id, page: (await deps.page.look(chat, null)).status };
    },

    /**
     * Creates a chat about the page in front of a window, with the settings of an earlier chat except for permissions
     * granted only there. Returns the status of that page, and no chat, if Steward cannot work on it. Without a window, the
     * page is that of the earlier chat; then rejects with `page-gone` if it is closed.
     */
    async newChat(earlierId: string, windowId: number | null): Promise<ResultOf<'new-chat'>> {
      const earlier = await chatIn(db, earlierId);
      const page = windowId === null ? await openPageOf(bindings, earlier) : await lookInFront(windowId);
      if ('state' in page) return { chatId: null, page };
      const own = ownSettings(earlier.settings);
      const chat = await openAbout(page, { ...own, ...policyElsewhere(own) });
      return 'state' in chat ? { chatId: null, page: chat } : { chatId: chat.id };
    },
  };
}

/** The chat that `attach` chooses for a page in front; undefined if a new one is needed. */
async function existingChat(
  deps: ChatsDeps,
  { binding, tabId }: PageInFront,
  shownChatId?: string,
): Promise<Chat | undefined> {
  const chats = await chatsAbout(deps.db, binding);
  // Without this, the newest chat would replace an earlier one that the user had chosen, also when the page moves to
  // a new tab.
  const shown = chats.find(({ id }) => id === shownChatId);
  if (shown !== undefined && !(await isOpenElsewhere(deps, shown, tabId))) return shown;
  const here = await deps.bindings.chatsOf(tabId);
  const bound = chats.find(({ id }) => here.includes(id));
  if (bound !== undefined) return bound;
  const [newest] = chats;
  return newest === undefined || (await isOpenElsewhere(deps, newest, tabId)) ? undefined : newest;
}

/** True if the chat's page is open in another tab. */
async function isOpenElsewhere(deps: ChatsDeps, chat: Chat, tabId: number): Promise<boolean> {
  const boundTo = await deps.bindings.tabOf(chat.id);
  if (boundTo === null || boundTo === tabId) return false;
  return (await deps.page.look(chat, null)).status.state !== 'gone';
}

/** The chats about a page, newest first. */
async function chatsAbout(db: StewardDatabase, binding: PageBinding): Promise<Chat[]> {
  const chats = await stored(() =>
    db.chats.where(PLACE).equals([binding.origin, binding.instanceId]).sortBy('createdAtMs'),
  );
  return chats.filter((chat) => isListed(chat) && samePage(chat.binding, binding)).reverse();
}

/** The page of a chat. Rejects with `page-gone` if its tab is closed. */
async function openPageOf(bindings: TabBindings, { id, binding }: Chat): Promise<PageInFront> {
  const tabId = await bindings.tabOf(id);
  if (binding !== null && tabId !== null) return { binding, tabId };
  throw pageGone(null);
}

/** Creates the methods that change a chat's settings. */
function settingsMethods({ db, clock, ids }: ChatsDeps) {
  /**
   * Changes settings in one transaction, so that concurrent changes of other settings, such as a revoked permission,
   * are kept.
   */
  async function changeSettings(
    chatId: string,
    change: (own: StoredSettings) => StoredSettings,
  ): Promise<void> {
    await transact(db, db.chats, async () => {
      const { settings } = await chatIn(db, chatId);
      await db.chats.update(chatId, { settings: change(ownSettings(settings)) });
    });
  }

  const changePolicy = (chatId: string, change: Parameters<typeof storePolicy>[2]) =>
    transact(db, [db.chats, db.audit, db.auditHeads], async () =>
      storePolicy(db, chatId, change, { id: ids.newId(), atMs: clock.now() }),
    );

  return {
    chooseModel: (chatId: string, connectionId: string, model: string) =>
      changeSettings(chatId, (before) => withModel(before, { connectionId, model, modelAlias: null })),

    setSettings: (chatId: string, patch: ChatSettingsPatch) =>
      changeSettings(chatId, (own) => withOwnPatch(own, patch, db.policy)),

    setPrompt: (chatId: string, prompt: PromptSettings) =>
      changeSettings(chatId, (own) => ({ ...own, prompt })),

    /** Changes what the assistant may do in the chat, and resolves as {@link storePolicy} does. */
    setPolicy: (chatId: string, change: PolicyChange) => changePolicy(chatId, () => change),

    /** Drops the permissions that the user gave for the chat's page, also those that the organisation suspends. */
    dropPermissions: (chatId: string) =>
      changePolicy(chatId, (own) => policyChange(own, policyElsewhere(own))),
  };
}

async function identify(
  { page }: { page: PageView },
  { tabId, url }: { tabId: number; url: string },
): Promise<PageBinding | PageStatus> {
  const unknown = { state: 'unknown', url } as const;
  try {
    return (await page.identify(tabId)) ?? unknown;
  } catch (error) {
    if (!isStewardError(error)) throw error;
    if (error.code === 'timeout') return { state: 'silent', url };
    if (error.code === 'page-protocol')
      return { state: 'incompatible', url, message: error.said, remedy: error.remedy };
    if (error.code === 'page-unknown') return { state: 'out-of-reach', url };
    return error.code === 'permission-missing' ? { state: 'not-allowed', url } : unknown;
  }
}
