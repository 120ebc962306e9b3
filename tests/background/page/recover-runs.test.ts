import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { recoverRuns } from '@/src/background/page/recover-runs';
import { UPDATED_IN_RUN } from '@/src/messages/channels';
import { aRestore } from '../../core/checkpoints/a-restore';
import { calls, createLoopHarness, type Turn } from '../../fakes/loop-harness';

/** A chat, and what its recovery did, in order. */
async function withChat(script: Turn[] = []) {
  await browser.storage.session.clear();
  const h = await createLoopHarness(script);
  const done: string[] = [];
  const loop = {
    async recover(chatId: string, browserRestarted: boolean) {
      if (chatId === 'broken') throw new Error('unreadable');
      done.push(`recover ${chatId}${browserRestarted ? ' after a restart of the browser' : ''}`);
    },
  };
  const locks = { update: async (chatId: string) => void done.push(`lock ${chatId}`) };
  // No chat's page is found again.
  const returned = { find: async () => done.push('find') === 0 };
  return {
    h,
    async recover(isUpdated = false): Promise<string[]> {
      done.length = 0;
      const onFailed = (chatId: string) => void done.push(`failed ${chatId}`);
      await recoverRuns(h.db, loop, locks, returned, Promise.resolve(isUpdated), onFailed);
      return [...done];
    },
  };
}

it('recovers each unfinished run and restore, and then locks its page again', async () => {
  const { h, recover } = await withChat([calls(['publish', {}])]);
  await h.send('Publish');
  expect(await recover()).toEqual(['recover chat after a restart of the browser', 'lock chat']);
  expect(await recover()).toEqual(['recover chat', 'lock chat']);
  await h.loop.stopGracefully(h.chatId);
  expect(await recover()).toEqual([]);
  await h.db.restores.add(aRestore('chat', 0));
  expect(await recover()).toEqual(['recover chat', 'lock chat']);
});

it.each([
  ['a message', { pendingMessage: { text: 'Go on', queuedAtMs: 1 } }],
  [
    'an event of another chat',
    { pendingEvents: [{ scope: 'chat:other', text: 'How many?', queuedAtMs: 1 }] },
  ],
])('recovers a chat with %s in its queue, but not after a restart of the browser', async (_what, queued) => {
  const { h, recover } = await withChat();
  await h.db.chats.update(h.chatId, queued);
  expect(await recover()).toEqual([]);
  expect(await recover()).toEqual(['recover chat', 'lock chat']);
});

it('recovers the other chats if one can’t be read', async () => {
  const { h, recover } = await withChat();
  await recover();
  await h.db.restores.bulkAdd([aRestore('chat', 0), aRestore('broken', 0)]);
  expect((await recover()).sort()).toEqual(['failed broken', 'lock chat', 'recover chat']);
});

it('finds the pages of the chats again after an update of the extension, and then goes on as after a restart of the worker', async () => {
  const { h, recover } = await withChat();
  const version = '1.2.3';
  vi.spyOn(browser.runtime, 'getManifest').mockReturnValue({ manifest_version: 3, name: 'Steward', version });
  await h.db.restores.add(aRestore('chat', 0));
  expect(await recover(true)).toEqual(['find', 'recover chat', 'lock chat']);
  // The panel that the user opens next shows this version.
  expect(await browser.storage.session.get(UPDATED_IN_RUN)).toEqual({ [UPDATED_IN_RUN]: version });
  // Within the session, the tabs are known.
  expect(await recover(true)).toEqual(['recover chat', 'lock chat']);
});
