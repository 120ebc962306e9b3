import { describe, expect, it } from 'vitest';
import { createListedChats, UNDO_MS } from '@/src/background/panel-server/listed-chats';
import { createJournal } from '@/src/background/storage/journal';
import { createSideHarness, type SideHarness } from '../../core/side-requests/side-harness';
import { hangs, says, type Turn } from '../../fakes/loop-harness';
import { createManualTime } from '../../fakes/manual-time';
import { ownDataOf } from '../storage/own-data-of';

/** A chat with one answered message, and what its list of chats does with it. */
async function answered(script: Turn[], generatesTitle: boolean) {
  const h = await createSideHarness([says('Hello.'), ...script], { settings: { generatesTitle } });
  const time = createManualTime(h.clock);
  const listed = createListedChats({
    db: h.db,
    journal: createJournal(h.db, h.clock),
    loop: h.loop,
    sideRequests: h.sides,
    clock: h.clock,
    timer: time,
    logger: h.deps.logger,
  });
  await h.loop.sendUserMessage(h.chatId, 'Hi');
  await h.settled();
  return { h, listed, time };
}

async function untilSent(h: SideHarness, count: number): Promise<void> {
  while (h.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Number of rows of each table that names the chat, without those that outlive it. */
async function rowsOf({ db, chatId }: SideHarness): Promise<Record<string, number>> {
  const outliving = ['audit', 'auditHeads', 'logs', 'pages', 'pageSteps'];
  const counts: Record<string, number> = {};
  for (const table of db.tables) {
    const rows: object[] = await table.toArray();
    const named = rows.filter((row) => JSON.stringify(row).includes(`"${chatId}"`)).length;
    if (named > 0 && !outliving.includes(table.name)) counts[table.name] = named;
  }
  return counts;
}

/** Ends as its name says, but only after the abort: as an endpoint whose last chunk is on its way. */
const answersAfterAbort = (turn: ReturnType<typeof says>): Turn =>
  async function* (_request, signal) {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    yield* turn;
  };

describe.each<[kind: 'title' | 'summary', begin: (h: SideHarness) => Promise<unknown>]>([
  ['title', async () => null],
  ['summary', (h) => h.sides.summarize(h.chatId)],
])('the request for a %s of a chat that is deleted meanwhile', (kind, begin) => {
  it.each<[string, Turn]>([
    ['hangs', hangs],
    ['answers after the abort', answersAfterAbort(says('They said hello.'))],
  ])(
    'is cancelled at once, logged, and leaves no row once the deletion is final, if the endpoint %s',
    async (_, turn) => {
      const { h, listed, time } = await answered([turn], kind === 'title');
      const begun = begin(h);
      await untilSent(h, 2);
      await listed.remove(h.chatId);
      expect(h.sides.isBusy()).toBe(false);
      await begun;
      expect(h.logged).toContainEqual(
        expect.objectContaining({
          level: 'info',
          topic: `chat.${kind}`,
          chatId: h.chatId,
          message: `The request for a ${kind} was cancelled, because the chat is deleted.`,
        }),
      );
      expect(h.logged.filter(({ level }) => level === 'warning' || level === 'error')).toEqual([]);
      await time.pass(UNDO_MS);
      await expect.poll(() => h.db.chats.count()).toBe(0);
      expect(await rowsOf(h)).toEqual({});
    },
  );

  it('leaves a whole chat if the deletion is undone: its tokens counted as unknown, and it can be requested again', async () => {
    const { h, listed, time } = await answered([hangs, says('Fine.'), says('Greeting')], kind === 'title');
    const begun = begin(h);
    await untilSent(h, 2);
    await listed.remove(h.chatId);
    await begun;
    await listed.undoRemove(h.chatId);
    await time.pass(UNDO_MS);
    const { chat, conversation } = await h.record();
    expect(chat).toMatchObject({ deletedAtMs: null, title: 'Hi', titleSource: 'first-message' });
    expect(conversation.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect((await h.usage()).at(-1)).toMatchObject({ kind, counts: null });
    if (kind === 'title') {
      expect((await h.send('How are you?')).chat.title).toBe('Greeting');
      return;
    }
    expect(await h.sides.summarize(h.chatId)).toBe(true);
    expect((await h.record()).conversation.at(-1)).toMatchObject({ role: 'summary', content: 'Fine.' });
  });
});

describe('a chat that is marked as deleted', () => {
  it('takes no message of another panel, and gets no title', async () => {
    const { h, listed } = await answered([hangs], true);
    await untilSent(h, 2);
    await listed.remove(h.chatId);
    await expect(h.send('How are you?')).rejects.toMatchObject({ code: 'not-found' });
    expect(h.requests).toHaveLength(2);
    expect((await h.record()).chat.titleSource).toBe('first-message');
  });

  it('refuses a summary with a remedy, without a request', async () => {
    const { h, listed } = await answered([], false);
    await listed.remove(h.chatId);
    await expect(h.sides.summarize(h.chatId)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(h.requests).toHaveLength(1);
  });
});

it('the deletion of all data cancels side requests before it erases the rows', async () => {
  const { h } = await answered([hangs], true);
  await untilSent(h, 2);
  const own = ownDataOf(h.db, { loop: h.loop, sideRequests: h.sides });
  await own.deleteAll();
  await h.sidesSettled();
  expect(await rowsOf(h)).toEqual({});
});
