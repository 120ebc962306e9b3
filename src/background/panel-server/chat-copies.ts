import { isPageDataDeclared } from '@/src/core/adapter/prompt-preview';
import { assertGlobs } from '@/src/core/context/part-globs';
import { quotationsOf } from '@/src/core/context/quotations';
import { textError } from '@/src/core/errors';
import { branchAt } from '@/src/core/history/branch-at';
import { copyRecord, endedStatus, foreignRecord } from '@/src/core/history/copy-record';
import { firstTitle } from '@/src/core/history/first-title';
import { policyElsewhere, stricterPolicy } from '@/src/core/policy/policy-settings';
import { ownSettings } from '@/src/core/policy/under-policy';
import type { IdSource } from '@/src/core/ports/clock';
import type { Journal } from '@/src/core/ports/journal';
import { samePage } from '@/src/core/records/chat';
import { imagesOf } from '@/src/core/records/message';
import {
  type ChatOffer,
  changedSettings,
  type OfferedSetting,
  pickSettings,
} from '@/src/core/records/settings-file';
import { FIRST_STATUS } from '@/src/core/records/transition';
import type { Wording } from '@/src/core/text/wording';
import { MAX_TITLE_LENGTH } from '@/src/messages/channels';
import type { TextPart } from '@/src/messages/text-part';
import { say } from '@/src/schema/values/said';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { OFFERED_SETTINGS } from '@/src/schema/values/transferred-settings';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';
import type { TabBindings } from '../page/tab-bindings';
import type { ChatRows } from '../storage/archive-documents';
import { imagesOfChat } from '../storage/image-store';
import { updateRow } from '../storage/rows';
import { stored } from '../storage/storage-error';
import { createTextParts } from '../storage/text-parts';
import { transact } from '../storage/transact';
import type { Chats } from './chats';
import type { OpenChat } from './open-chat';
import type { SiteChats } from './site-chats';

/** Creates chats from the conversation of another chat or of a file. */
export interface ChatCopies {
  /**
   * Creates a chat about the same page or sites with the conversation up to a message. It has the same settings, except for
   * permissions granted only in the other chat. The user's message at which it branches becomes its composer text.
   */
  branch(chatId: string, messageId: string): Promise<{ chatId: string }>;
  /**
   * Adds a part of an exported chat. Resolves with null until the last part has arrived; then creates a chat with the
   * chosen settings of the file. The chat is bound to its page only if that page is in front of the window; one about several sites is
   * bound to none. If `chosen`
   * is null and some settings differ from those of a new chat, it resolves with these differences instead of creating a
   * chat.
   */
  importPart(
    part: TextPart,
    windowId: number,
    chosen: readonly OfferedSetting[] | null,
  ): Promise<{ chatId: string } | ChatOffer | null>;
}

export function createChatCopies(deps: {
  db: StewardDatabase;
  journal: Pick<Journal, 'load'>;
  bindings: Pick<TabBindings, 'tabOf'>;
  open: OpenChat;
  siteChats: Pick<SiteChats, 'copy'>;
  chats: Pick<Chats, 'pageInFront' | 'settingsForNewPage'>;
  ids: IdSource;
  /** The words of the user's language. */
  wording: () => Promise<Wording>;
}): ChatCopies {
  const { db } = deps;
  const joinPart = createTextParts();

  async function importChat(
    { chats: [chat], ...rows }: ChatRows,
    windowId: number,
    chosen: readonly OfferedSetting[] | null,
  ): Promise<{ chatId: string } | ChatOffer> {
    const ofNewChat = await deps.chats.settingsForNewPage();
    const { binding, settings, titleSource, title, wasAbout } = chat;
    const changes = chosen === null ? changedSettings(OFFERED_SETTINGS, ofNewChat, settings) : [];
    if (changes.length > 0) {
      const isPromptKept = changes.every(({ name }) => name !== 'prompt');
      return { changes, declaresPageData: isPromptKept || isPageDataDeclared(settings.prompt) };
    }
    const { newId } = deps.ids;
    const record = foreignRecord(rows, newId);
    const front = await deps.chats.pageInFront(windowId);
    // The user chooses the page of a chat about several sites.
    const isHere = wasAbout === undefined && front !== null && samePage(front.binding, binding);
    const opened = await deps.open({
      binding: isHere ? binding : null,
      tabId: isHere ? front.tabId : null,
      // Without the user's choice, a file can only make a chat stricter than a new one.
      settings: {
        ...ofNewChat,
        ...pickSettings(chosen ?? [], settings),
        approvalPolicy: stricterPolicy(ofNewChat.approvalPolicy, settings.approvalPolicy),
        planMode: ofNewChat.planMode || settings.planMode,
        leftOutParts: allParts(ofNewChat.leftOutParts, settings.leftOutParts),
      },
      title: { title: title.length > MAX_TITLE_LENGTH ? firstTitle(title) : title, titleSource },
      copied: (id) => copyRecord({ ...rows, ...record, images: rows.chatImages }, id, newId),
    });
    if (wasAbout !== undefined) await stored(() => db.chats.update(opened.id, { wasAbout }));
    return { chatId: opened.id };
  }

  return {
    async branch(chatId, messageId) {
      const { chat, messages } = await deps.journal.load(chatId);
      const own = ownSettings(chat.settings);
      const branch = branchAt(messages, messageId);
      const runIds = [...new Set(branch.messages.flatMap(({ runId }) => runId ?? []))];
      const runs = (await stored(() => db.runs.bulkGet(runIds))).flatMap((run) => run ?? []);
      const answers = branch.messages.flatMap((message) =>
        message.role === 'assistant' ? [message.id] : [],
      );
      const executions = await stored(() => db.executions.where('messageId').anyOf(answers).toArray());
      const ids = new Set(branch.messages.map(({ id }) => id));
      const usage = await stored(() =>
        startingWith(db.usage, '[chatId+position]', chatId)
          .filter((row) => ids.has(row.messageId))
          .toArray(),
      );
      // If the branch cuts a run, its copy has ended.
      const cut = endedStatus(FIRST_STATUS);
      const ofMessages = branch.messages.flatMap(imagesOf);
      const imageIds = branch.composerImages.map(({ id }) => id);
      const used = [...new Set([...ofMessages.map(({ id }) => id), ...imageIds])];
      const images = await stored(() => imagesOfChat(db, chatId, used));
      const rows = {
        messages: branch.messages,
        images,
        runs: runs.map((run) => (run.id === branch.cutRunId ? { ...run, status: cut, error: null } : run)),
        executions,
        // The tokens of copied rows do not count for the branch.
        usage: usage.map((row) => ({ ...row, isCopied: true as const })),
      };
      const opened = await deps.open({
        binding: chat.binding,
        tabId: await deps.bindings.tabOf(chatId),
        settings: { ...own, ...policyElsewhere(own) },
        title: {
          title: (await deps.wording()).text(say('chats.branch.title', { title: chat.title })),
          titleSource: chat.titleSource,
        },
        copied: (id) => copyRecord(rows, id, deps.ids.newId),
      });
      if (chat.targets !== undefined) await deps.siteChats.copy(opened.id, chat.targets);
      const text = branch.composerText;
      if (text === null) return { chatId: opened.id };
      const quotations = quotationsOf({ chat, messages });
      await transact(db, [db.chats, db.composerTexts], async () => {
        await db.composerTexts.put({ chatId: opened.id, text, imageIds });
        if (quotations.length > 0) await updateRow(db.chats, opened.id, { quotations });
      });
      return { chatId: opened.id };
    },

    async importPart(part, windowId, chosen) {
      const text = joinPart(part);
      if (text === null) return null;
      // Imports the reader dynamically, so that its schemas are built with the first import and not at each start of
      // the worker.
      const { readChatFile } = await import('../storage/archive-documents');
      return importChat(readChatFile(text), windowId, chosen);
    },
  };
}

/** The union of the left-out parts. Throws `invalid-message` for unusable globs, and if it exceeds the limit of a chat. */
function allParts(own: readonly string[], given: readonly string[]): string[] {
  assertGlobs(given);
  const parts = [...new Set([...own, ...given])];
  const { maxTexts } = CHAT_SETTINGS.leftOutParts;
  if (parts.length <= maxTexts) return parts;
  throw textError('invalid-message', say('error.background.tooManyParts', { max: maxTexts }));
}
