// @own-modules
import './before-all';
import { expect, it } from 'vitest';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { startSteward } from './steward-in-memory';
import { watchOperations } from './watch-operations';
import { streamOfResponse } from './wire-in-memory';

/** Highest figures of one message with one write, from its sending until nothing happens any more. */
const LIMITS = {
  modelRequests: 2,
  pageMessages: 7,
  lockMessages: 2,
  reads: 80,
  chatReads: 18,
  runReads: 14,
  writes: 40,
};

it('one message with one write takes few requests, messages and operations', async () => {
  let answered = 0;
  const steward = await startSteward({
    context: modelFilterState({}),
    endpoint({ url }) {
      if (url.endsWith('/models')) return Response.json({ object: 'list', data: [{ id: 'model' }] });
      answered += 1;
      const calls = answered === 1 ? ([['add_ignore_rule', '{"pattern":"gpt-3*"}']] as const) : [];
      return streamOfResponse({ text: 'Hidden.', calls });
    },
  });
  const { chatId, browser, db } = steward;
  const sentBefore = browser.tabMessages.length;
  // The title is requested after the answer, once in a chat.
  await db.chats.update(chatId, { 'settings.generatesTitle': false });
  await quiet(db.backendDB());
  const watch = watchOperations(db.backendDB());
  await steward.command<'send-message'>({ type: 'send-message', chatId, text: 'Hide gpt-3', imageIds: [] });
  await expect.poll(async () => (await db.runs.toCollection().last())?.endedAtMs).toBeGreaterThan(0);
  await quiet(db.backendDB());
  watch.stop();

  const types = browser.tabMessages.slice(sentBefore).map(({ message }) => typeOf(message));
  const figures = {
    modelRequests: answered,
    pageMessages: types.length,
    lockMessages: types.filter((type) => type === 'lock' || type === 'unlock').length,
    reads: watch.reads(),
    chatReads: watch.reads('chats'),
    runReads: watch.reads('runs'),
    writes: watch.writes(),
  };
  await steward.close();
  expect(types.filter((type) => type === 'execute')).toHaveLength(1);
  const above = Object.entries(LIMITS).filter(
    ([name, limit]) => figures[name as keyof typeof LIMITS] > limit,
  );
  expect(above, JSON.stringify(figures)).toEqual([]);
});

/** Resolves once the background has done what follows its start. */
async function quiet(own: IDBDatabase): Promise<void> {
  for (let isQuiet = false; !isQuiet; ) {
    const watch = watchOperations(own);
    await new Promise((resolve) => setTimeout(resolve, 100));
    watch.stop();
    isQuiet = watch.reads() + watch.writes() === 0;
  }
}

function typeOf(message: unknown): string {
  return (message as { request: { type: string } }).request.type;
}
