import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { ownSettings } from '@/src/core/policy/under-policy';
import type { PagePort, PageReading } from '@/src/core/ports/page-port';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { isWorking } from '@/src/core/records/transition';
import { createSiteRuns, type SiteAnswer, type SiteRuns } from '@/src/core/targets/site-runs';
import type { CallChoice } from '@/src/schema/approval';
import type { Chat } from '@/src/schema/chat';
import { answerAll } from './answer-approval-request';
import { guardedPage } from './guarded-page';
import { createLoopHarness, type HarnessOptions, type Turn } from './loop-harness';
import { createNotesPage, notesAdapter } from './notes-adapter';

/**
 * The real loop with a chat about several sites, each a notes page. `notes`: those of each site, by its name. The chat `chat` leads; the
 * chat of a site has its name as its id.
 */
export async function createSitesHarness(
  notes: Readonly<Record<string, readonly string[]>>,
  script: Turn[],
  options: Omit<HarnessOptions, 'site'> &
    Pick<AdapterDefinition, 'inForce'> & { isWithoutSave?: boolean } = {},
) {
  const names = Object.keys(notes);
  const now = { ms: () => 1_000 };
  const pages = new Map(
    names.map((name) => {
      const initial = { notes: [...(notes[name] ?? [])], published: [...(notes[name] ?? [])] };
      return [name, createNotesPage(initial, () => now.ms())];
    }),
  );
  const { saving, ...withoutSave } = notesAdapter as unknown as AdapterDefinition;
  const { inForce } = options;
  const plain = inForce === undefined ? withoutSave : { ...withoutSave, inForce };
  const adapter = options.isWithoutSave || saving === undefined ? plain : { ...plain, saving };
  const h = await createLoopHarness(script, {
    ...options,
    hasDryRuns: true,
    site: { adapter, guardedBy: (tokens) => guardedPage(portOf(names, pages), tokens) },
  });
  now.ms = () => h.clock.now();
  const bindingOf = (name: string) => ({
    adapterId: 'notes',
    origin: `http://${name}.test`,
    instanceId: 'i',
    title: 'Notes',
  });
  const settings = { ...newChatSettings(), ...options.settings };
  for (const name of names) {
    const made = { id: name, title: name, atMs: 0, binding: bindingOf(name), settings, lastStateHash: null };
    await h.db.chats.add({ ...newChat(made), memberOf: h.chatId });
  }
  const targets = names.map((name) => ({ name, chatId: name }));
  await h.db.chats.update(h.chatId, { targets, binding: bindingOf(names[0] ?? '') });
  await h.db.contexts.clear();
  const { emit } = h.deps.events;
  /** The coordinator of the current worker. */
  let sites: SiteRuns;
  function startSites(): void {
    sites = createSiteRuns({
      journal: h.deps.journal,
      adapters: h.deps.adapters,
      page: h.deps.page,
      loop: h.loop,
      follow: async (memberId, { settings: followed }) => {
        await h.db.chats.update(memberId, { settings: ownSettings(followed) });
      },
      logger: h.deps.logger,
      checkpoints: h.deps.checkpoints,
      checkpointStore: h.deps.checkpointStore,
      clock: h.clock,
      timer: h.deps.timer,
      ids: h.deps.ids,
    });
  }
  h.deps.resultsOnSites = (chatId) => sites.soFar(chatId);
  h.deps.events = {
    emit(source, event) {
      emit(source, event);
      sites.emit(source, event);
    },
  };
  startSites();

  /** True if a site's chat works, which it may also do by waiting to read its page again. */
  async function isWorkingAnywhere(): Promise<boolean> {
    const runs = await Promise.all(names.map(async (name) => (await h.deps.journal.load(name)).run));
    return runs.some((run) => run !== null && isWorking(run.status));
  }

  /** Resolves when only decisions are awaited. Time passes for a site that waits to read its page again. */
  async function settled() {
    let record = await quiet();
    for (let waits = 0; waits < 40 && (await isWorkingAnywhere()); waits += 1) {
      await h.time.pass(2_000);
      record = await quiet();
    }
    return record;
  }

  /** Resolves when no step runs. */
  async function quiet() {
    let events = -1;
    // A step hands over to the loop and back, so only a while without any event is the end.
    for (let still = 0; still < 4; still += 1) {
      await h.settled();
      if (sites.isBusy() || h.events.length !== events) still = 0;
      events = h.events.length;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return h.record();
  }

  /** The sites whose chats wait for a decision, in their order. */
  async function asked(): Promise<string[]> {
    const pending = (await h.db.approvals.toArray()).filter(({ state }) => state === 'pending');
    return names.filter((name) => pending.some(({ chatId }) => chatId === name));
  }

  /** The answers to the pending approval requests. `verdicts`: of single sites; the others are approved. */
  async function answers(verdicts: Readonly<Record<string, CallChoice['verdict']>>): Promise<SiteAnswer[]> {
    const pending = (await h.db.approvals.toArray()).filter(({ state }) => state === 'pending');
    return names.flatMap((name) => {
      const approval = pending.find(({ chatId }) => chatId === name);
      if (approval === undefined) return [];
      return [{ approvalId: approval.id, ...answerAll(approval, verdicts[name] ?? 'approve') }];
    });
  }

  return {
    h,
    names,
    /** The user sends a message. Resolves with the record when everything waits or is over. */
    async send(text: string) {
      await h.loop.sendUserMessage(h.chatId, text);
      return settled();
    },
    settled,
    page(name: string) {
      const page = pages.get(name);
      if (page === undefined) throw new Error(`no site ${name}`);
      return page;
    },
    asked,
    /** The user answers the card with one row for each site. Resolves with the record once everything has ended. */
    async decide(verdicts: Readonly<Record<string, CallChoice['verdict']>> = {}, stops = true) {
      const given = await answers(verdicts);
      const consent = h.consents.give(...given.map(({ approvalId }) => approvalId));
      const decided = sites.decide(h.chatId, given, stops, consent);
      await Promise.race([decided, settled()]);
      await decided;
      return settled();
    },
    /** The worker dies, or the browser is restarted, and a new worker recovers what is unfinished. */
    async restart(isBrowser = false) {
      const loop = h.restart();
      startSites();
      for (const id of [h.chatId, ...names]) {
        const { run } = await h.deps.journal.load(id);
        if (run !== null) await loop.recover(id, isBrowser);
      }
      return settled();
    },
    /** The user has the newest call checked again. */
    async check() {
      const { conversation } = await h.record();
      const response = conversation.findLast(
        ({ role, id }) => role === 'assistant' && id !== conversation.at(-1)?.id,
      );
      await sites.check(h.chatId, response?.id ?? '');
    },
    /** The outcomes of checks in the audit, by site, in their order. */
    async checks(): Promise<Record<string, string[]>> {
      const entries = (await h.db.audit.toArray()).filter(({ action }) => action === 'check');
      const of = (name: string) =>
        entries.filter(({ chatId }) => chatId === name).map(({ subject }) => subject);
      return Object.fromEntries(names.map((name) => [name, of(name)]));
    },
    notes: () => Object.fromEntries(names.map((name) => [name, pages.get(name)?.page.notes])),
    published: () => Object.fromEntries(names.map((name) => [name, pages.get(name)?.page.published])),
  };
}

export type SitesHarness = Awaited<ReturnType<typeof createSitesHarness>>;

/** One port for all pages, by the site of the chat. */
function portOf(
  names: readonly string[],
  pages: ReadonlyMap<string, ReturnType<typeof createNotesPage>>,
): PagePort {
  const nameOf = ({ binding }: Chat) =>
    names.find((name) => binding?.origin === `http://${name}.test`) ?? names[0];
  const portFor = (chat: Chat) => {
    const page = pages.get(nameOf(chat) ?? '');
    if (page === undefined) throw new Error('a chat without a page');
    return page.port;
  };
  const newest = new Map<PageReading, PagePort>();
  return {
    async readContext(chat, signal) {
      const port = portFor(chat);
      const read = await port.readContext(chat, signal);
      const reading = { ...read, source: { ...read.source, page: `tab:${nameOf(chat)}` } };
      newest.set(reading, port);
      return reading;
    },
    isNewest: (reading) => newest.get(reading)?.isNewest(reading) ?? false,
    placeOf: async (chat, signal) => ({
      ...(await portFor(chat).placeOf(chat, signal)),
      origin: String(nameOf(chat)),
    }),
    query: (chat, ...more) => portFor(chat).query(chat, ...more),
    execute: (chat, ...more) => portFor(chat).execute(chat, ...more),
    applyState: (chat, ...more) => portFor(chat).applyState(chat, ...more),
    recall: (chat, ...more) => portFor(chat).recall(chat, ...more),
  };
}
