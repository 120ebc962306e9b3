import { textError } from '@/src/core/errors';
import { stricterPolicy } from '@/src/core/policy/policy-settings';
import { asStored, ownSettings } from '@/src/core/policy/under-policy';
import type { Clock, IdSource } from '@/src/core/ports/clock';
import { newChat, samePage } from '@/src/core/records/chat';
import { chatBusy } from '@/src/core/shared-errors';
import type { Chat, StoredChat, Target } from '@/src/schema/chat';
import type { PageBinding } from '@/src/schema/page-binding';
import type { StewardDatabase } from '@/src/store/db';
import { membersOf } from '@/src/store/members-of';
import { startingWith } from '@/src/store/starting-with';
import type { PageView } from '../page/page-view';
import type { TabBindings } from '../page/tab-bindings';
import type { Sites } from '../sites/sites';
import { rowOf, updateRow } from '../storage/rows';
import { stored } from '../storage/storage-error';
import { transact } from '../storage/transact';
import type { OpenChat } from './open-chat';
import { siteNames } from './site-names';

/** A site that a chat can be about, with the name that calls give it. */
export interface NamedSite {
  name: string;
  binding: PageBinding;
}

export type SiteChats = ReturnType<typeof createSiteChats>;

/** Makes chats about several sites, and their members. */
export function createSiteChats(deps: {
  db: StewardDatabase;
  bindings: Pick<TabBindings, 'bind' | 'unbind'>;
  page: Pick<PageView, 'tabOfPage'>;
  sites: Pick<Sites, 'markOf'>;
  open: OpenChat;
  clock: Clock;
  ids: IdSource;
}) {
  const { db } = deps;

  function newMember(leading: Chat, { name, binding }: NamedSite): StoredChat {
    const made = { id: deps.ids.newId(), title: name, atMs: deps.clock.now(), binding, lastStateHash: null };
    const member = newChat({ ...made, settings: ownSettings(leading.settings) });
    return { ...member, titleSource: 'user', memberOf: leading.id };
  }

  /** True if the chat has a run that isn't over. */
  async function isRunning(chatId: string): Promise<boolean> {
    const open = await db.runs.where('isOpen').equals(1).toArray();
    return open.some((run) => run.chatId === chatId);
  }

  /** Stores the sites of the chat, and a member for each. Rejects with `busy` during a run. */
  async function store(chatId: string, sites: readonly NamedSite[], first: PageBinding): Promise<void> {
    const isMoved = await transact(db, [db.chats, db.contexts, db.runs], async () => {
      if (await isRunning(chatId)) throw chatBusy();
      const { targets: _before, ...chat } = await rowOf(db.chats, chatId);
      const known = await membersOf(db, chatId).toArray();
      const members = sites.map(
        (site) => known.find(({ binding }) => samePage(binding, site.binding)) ?? newMember(chat, site),
      );
      await db.chats.bulkPut(members.map(asStored));
      const isOther = !samePage(chat.binding, first);
      // The conversation doesn't know the page of another first site yet.
      if (isOther) await db.contexts.delete(chatId);
      const moved = isOther ? { ...chat, binding: first, lastStateHash: null, pageTools: [] } : chat;
      const targets = members.map(({ id }, index) => ({ name: sites[index]?.name ?? '', chatId: id }));
      await db.chats.put(asStored(targets.length > 1 ? { ...moved, targets } : moved));
      return isOther;
    });
    if (!isMoved) return;
    // Not in the transaction, which doesn't wait for the browser's storage and would fail.
    await deps.bindings.unbind(chatId);
    const tabId = await tabFor(sites, first);
    if (tabId !== null) await deps.bindings.bind(chatId, tabId);
  }

  /** The tab of a chat about these sites; null if no tab shows its page, and for several sites, whose tabs are found when they are read. */
  const tabFor = async ({ length }: readonly NamedSite[], first: PageBinding) =>
    length > 1 ? null : deps.page.tabOfPage(first);

  async function choose(chatId: string, sites: readonly NamedSite[]): Promise<{ chatId: string }> {
    const [first] = sites;
    if (first === undefined) throw textError('invalid-message', 'error.background.noSiteChosen');
    const { targets, settings } = await stored(() => rowOf(db.chats, chatId));
    const isUsed = (await stored(() => startingWith(db.messages, '[chatId+position]', chatId).count())) > 0;
    if (isUsed && (targets === undefined || sites.length === 1)) {
      const title = { title: first.binding.title, titleSource: 'first-message' as const };
      const opening = {
        binding: first.binding,
        tabId: await tabFor(sites, first.binding),
        settings: ownSettings(settings),
        title,
        copied: null,
      };
      return choose((await deps.open(opening)).id, sites);
    }
    await store(chatId, sites, first.binding);
    return { chatId };
  }

  return {
    /**
     * Sets the sites that a chat is about, in this order; a single one makes it a chat about one page. If the chat has messages and would
     * change between one page and several sites, it stays as it is, and a new chat with its settings gets the sites. Returns the id of the
     * chat that has them. A site that is left out keeps its member chat, with the checkpoints, until the leading chat is deleted. Rejects
     * with `busy` during a run.
     */
    choose,

    /** Gives a new chat the sites of another chat, with members of its own. */
    async copy(chatId: string, targets: readonly Target[]): Promise<void> {
      const members = await stored(() => db.chats.bulkGet(targets.map((site) => site.chatId)));
      const sites = targets.flatMap(({ name }, index) => {
        const binding = members[index]?.binding;
        return binding ? [{ name, binding }] : [];
      });
      const [first] = sites;
      if (first !== undefined) await store(chatId, sites, first.binding);
    },

    /** Gives the sites of all chats the names that they have now, except during a run, whose calls name them. */
    async rename(): Promise<void> {
      const leading = await stored(() => db.chats.filter(({ targets }) => targets !== undefined).toArray());
      for (const { id, targets = [] } of leading) {
        const members = await stored(() => db.chats.bulkGet(targets.map(({ chatId }) => chatId)));
        const names = await siteNames(
          deps.sites,
          members.flatMap((member) => member?.binding ?? []),
        );
        await transact(db, [db.chats, db.runs], async () => {
          if (names.length !== targets.length || (await isRunning(id))) return;
          const named = targets.map((target, index) => ({ ...target, name: names[index] ?? target.name }));
          await updateRow(db.chats, id, { targets: named });
        });
      }
    },

    /**
     * Gives a member the settings of the chat that leads it, and as its title the site's name, by which results call it from now on. Plan
     * mode becomes *Ask before every change*: several sites have no plan.
     */
    async follow(memberId: string, leading: Chat): Promise<void> {
      const own = ownSettings(leading.settings);
      const approvalPolicy = own.planMode
        ? stricterPolicy(own.approvalPolicy, 'ask-every-change')
        : own.approvalPolicy;
      const settings = { ...own, planMode: false, approvalPolicy };
      const site = leading.targets?.find(({ chatId }) => chatId === memberId);
      await stored(() => db.chats.update(memberId, { settings, ...(site && { title: site.name }) }));
    },
  };
}
