import { pageToolsIn } from '@/src/core/adapter/adapter-of-chat';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { previewBasis } from '@/src/core/adapter/saving';
import { textError } from '@/src/core/errors';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import { changesByBinding } from '@/src/core/page-history/changes-by-binding';
import type { PageObserver } from '@/src/core/page-history/page-observer';
import type { Clock, IdSource } from '@/src/core/ports/clock';
import type { PagePort, PageReading } from '@/src/core/ports/page-port';
import { samePage } from '@/src/core/records/chat';
import { changedSincePreview } from '@/src/core/shared-errors';
import type { RebindPreview } from '@/src/messages/chat-commands';
import type { Chat } from '@/src/schema/chat';
import type { HistoryPlace } from '@/src/schema/observed-page';
import type { PageBinding } from '@/src/schema/page-binding';
import type { StewardDatabase } from '@/src/store/db';
import type { PageLink } from '../page/page-link';
import type { TabBindings } from '../page/tab-bindings';
import { knownRow, updateRow } from '../storage/rows';
import { stored } from '../storage/storage-error';
import { transact } from '../storage/transact';
import type { Chats, PageInFront } from './chats';
import type { LostChangesOffers } from './lost-changes-offers';

interface PageRebindingDeps {
  db: StewardDatabase;
  chats: Pick<Chats, 'byId' | 'pageInFront' | 'dropPermissions'>;
  loop: Pick<AgentLoop, 'closeRun'>;
  page: Pick<PagePort, 'readContext'> & Pick<PageLink, 'look'>;
  bindings: TabBindings;
  lostChanges: Pick<LostChangesOffers, 'dismiss'>;
  adapters: AdapterPort;
  observer: Pick<PageObserver, 'observe'>;
  clock: Clock;
  ids: IdSource;
}

export type PageRebinding = ReturnType<typeof createPageRebinding>;

/** Binds a chat whose page is gone to another page of the same adapter. */
export function createPageRebinding(deps: PageRebindingDeps) {
  const { db, bindings } = deps;

  /** Reads the page in front under a temporary id: the chat is not bound to it until the user has confirmed. */
  async function readFront(chat: Chat, { binding, tabId }: PageInFront): Promise<PageReading> {
    const id = deps.ids.newId();
    await bindings.bind(id, tabId);
    try {
      return await deps.page.readContext({ ...chat, id, binding });
    } finally {
      await bindings.unbind(id);
    }
  }

  /** Binds the chat to the page in front, which was read as `shown`. */
  async function bindTo(chat: Chat, { binding, tabId }: PageInFront, shown: PageReading): Promise<void> {
    const bound = { ...chat, binding };
    const { reading, place } = await deps.observer.observe(bound, shown);
    // The tools that the earlier page offered must not be called on the new one.
    const pageTools = pageToolsIn(deps.adapters.definitionOf(binding.adapterId), reading.context);
    await transact(db, [db.chats, db.contexts], async () => {
      await updateRow(db.chats, chat.id, { binding, pageTools });
      if (!samePage(chat.binding, binding)) await knowPage(deps, bound, reading, place);
    });
    await bindings.bind(chat.id, tabId);
  }

  /**
   * The page in the active tab of the window, with the binding that the chat would get, and the hash of its state for
   * the preview.
   */
  async function lookInFront(chatId: string, windowId: number) {
    const chat = await deps.chats.byId(chatId);
    const front = await pageFor(deps, chat, windowId);
    const reading = await readFront(chat, front);
    const adapter = deps.adapters.definitionOf(front.binding.adapterId);
    return { chat, front, reading, adapter, stateHash: previewBasis(adapter, reading) };
  }

  return {
    /**
     * Compares the page in front with the last state that the chat knew. Rejects with `page-unknown` if Steward cannot
     * work on the page in front, and with `conflict` if that page has another adapter or the chat's own page is still
     * open.
     */
    async preview(chatId: string, windowId: number): Promise<RebindPreview> {
      const { front, reading, adapter, stateHash } = await lookInFront(chatId, windowId);
      const known = await stored(() => db.contexts.get(chatId));
      const before = known?.latest ?? known?.context ?? null;
      const differences =
        before === null
          ? null
          : adapter.diffState(adapter.restorableState(before), adapter.restorableState(reading.context));
      return { page: front.binding, differences, stateHash };
    },

    /** Rejects as `preview` does, and with `page-changed` if the page differs from what the user confirmed. */
    async perform(chatId: string, windowId: number, expectedStateHash: string): Promise<void> {
      const { chat, front, reading, stateHash } = await lookInFront(chatId, windowId);
      if (stateHash !== expectedStateHash) throw changedSincePreview();
      if (samePage(chat.binding, front.binding)) {
        await bindTo(chat, front, reading);
        return;
      }
      await deps.loop.closeRun(chatId, async () => {
        // Permissions and approvals were given for the other page.
        await deps.chats.dropPermissions(chatId);
        await deps.lostChanges.dismiss(chatId);
        await bindTo(chat, front, reading);
      });
    },
  };
}

async function pageFor(deps: PageRebindingDeps, chat: Chat, windowId: number): Promise<PageInFront> {
  const front = await deps.chats.pageInFront(windowId);
  if (front === null) throw textError('page-unknown', 'error.background.pageUnsupported');
  if (chat.binding === null) return front;
  if (chat.binding.adapterId !== front.binding.adapterId) {
    throw textError('conflict', 'error.background.pageOfOtherKind');
  }
  const { status } = await deps.page.look(chat, null);
  if (status.state === 'gone') return front;
  throw textError('conflict', 'error.background.pageOpen');
}

/**
 * Makes the page the one that the conversation knows, and records that the differences from the previous page are to
 * be reported. Runs within the caller's transaction.
 */
async function knowPage(
  deps: PageRebindingDeps,
  { id: chatId, settings, binding }: Chat & { binding: PageBinding },
  { context, stateHash }: PageReading,
  at: HistoryPlace,
): Promise<void> {
  const atMs = deps.clock.now();
  const before = await deps.db.contexts.get(chatId);
  const adapter = deps.adapters.definitionOf(binding.adapterId);
  const carried =
    before === undefined
      ? []
      : [
          ...before.carried,
          ...changesByBinding(adapter, settings, binding, {
            known: before.own?.context ?? before.context,
            context,
            atMs,
          }),
        ];
  await deps.db.contexts.put(knownRow(chatId, { context, at, atMs, carried }));
  await updateRow(deps.db.chats, chatId, { lastStateHash: stateHash });
}
