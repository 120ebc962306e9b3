import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { recoverRuns } from '@/src/background/page/recover-runs';
import { UPDATED_IN_RUN } from '@/src/messages/channels';
import { aRestore } from '../../core/checkpoints/a-restore';
import { calls, createLoopHarness } from '../../fakes/loop-harness';

/** No chat's page is found again. */
const returned = { find: async () => false };
const NOT_UPDATED = Promise.resolve(false);
const NO_LOCKS = { update: async () => undefined };

it('recovers each unfinished run and restore, and then locks its page again', async () => {
  const h = await createLoopHarness([calls(['publish', {}])]);
  await h.send('Publish');
  const done: string[] = [];
  const loop = {
    recover: async (chatId: string, browserRestarted: boolean) =>
      void done.push(`recover ${chatId}${browserRestarted ? ' after a restart of the browser' : ''}`),
  };
  const locks = { update: async (chatId: string) => void done.push(`lock ${chatId}`) };
  const onFailed = (chatId: string) => void done.push(`failed ${chatId}`);
  await recoverRuns(h.db, loop, locks, returned, NOT_UPDATED, onFailed);
  await recoverRuns(h.db, loop, locks, returned, NOT_UPDATED, onFailed);
  expect(done).toEqual([
    'recover chat after a restart of the browser',
    'lock chat',
    'recover chat',
    'lock chat',
  ]);

  const approval = await h.pendingApproval();
  await h.loop.stopGracefully(approval.chatId);
  done.length = 0;
  await recoverRuns(h.db, loop, locks, returned, NOT_UPDATED, onFailed);
  expect(done).toEqual([]);

  await h.db.restores.add(aRestore('chat', 0));
  await recoverRuns(h.db, loop, locks, returned, NOT_UPDATED, onFailed);
  expect(done).toEqual(['recover chat', 'lock chat']);
});

it.each([
  ['a message', { pendingMessage: { text: 'Go on', queuedAtMs: 1 } }],
  [
    'an event of another chat',
    { pendingEvents: [{ scope: 'chat:other', text: 'How many?', queuedAtMs: 1 }] },
  ],
])('recovers a chat with %s in its queue, but not after a restart of the browser', async (_what, queued) => {
  await browser.storage.session.clear();
  const h = await createLoopHarness([]);
  await h.db.chats.update(h.chatId, queued);
  const done: string[] = [];
  const loop = { recover: async (chatId: string) => void done.push(chatId) };
  const recover = () => recoverRuns(h.db, loop, NO_LOCKS, returned, NOT_UPDATED, () => undefined);
  await recover();
  expect(done).toEqual([]);
  await recover();
  expect(done).toEqual([h.chatId]);
});

it('recovers the other chats if one can’t be read', async () => {
  const h = await createLoopHarness([]);
  await h.db.restores.bulkAdd([aRestore('chat', 0), aRestore('broken', 0)]);
  const done: string[] = [];
  const loop = {
    recover: async (chatId: string) => {
      if (chatId === 'broken') throw new Error('unreadable');
      done.push(`recover ${chatId}`);
    },
  };
  await recoverRuns(
    h.db,
    loop,
    NO_LOCKS,
    returned,
    NOT_UPDATED,
    (chatId) => void done.push(`failed ${chatId}`),
  );
  expect(done.sort()).toEqual(['failed broken', 'recover chat']);
});

it('finds the pages of the chats again after an update of the extension, and then goes on as after a restart of the worker', async () => {
  await browser.storage.session.clear();
  const version = '1.2.3';
  vi.spyOn(browser.runtime, 'getManifest').mockReturnValue({ manifest_version: 3, name: 'Steward', version });
  const h = await createLoopHarness([]);
  await h.db.restores.add(aRestore('chat', 0));
  const done: string[] = [];
  const loop = {
    recover: async (chatId: string, browserRestarted: boolean) =>
      void done.push(`${chatId} ${browserRestarted}`),
  };
  const finding = {
    async find() {
      done.push('find');
      return false;
    },
  };
  await recoverRuns(h.db, loop, NO_LOCKS, finding, Promise.resolve(true), () => undefined);
  expect(done).toEqual(['find', 'chat false']);
  // The panel that the user opens next shows this version.
  expect(await browser.storage.session.get(UPDATED_IN_RUN)).toEqual({ [UPDATED_IN_RUN]: version });
  // Within the session, the tabs are known.
  await recoverRuns(h.db, loop, NO_LOCKS, finding, Promise.resolve(true), () => undefined);
  expect(done).toEqual(['find', 'chat false', 'chat false']);
});
