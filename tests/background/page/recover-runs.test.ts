import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { recoverRuns } from '@/src/background/page/recover-runs';
import { aRestore } from '../../core/checkpoints/a-restore';
import { calls, createLoopHarness } from '../../fakes/loop-harness';

it('recovers each unfinished run and restore, and then locks its page again', async () => {
  const h = await createLoopHarness([calls(['publish', {}])]);
  await h.send('Publish');
  const done: string[] = [];
  const loop = {
    recover: async (chatId: string, browserRestarted: boolean) =>
      void done.push(`recover ${chatId}${browserRestarted ? ' after a restart of the browser' : ''}`),
  };
  const locks = { update: async (chatId: string) => void done.push(`lock ${chatId}`) };
  await recoverRuns(h.db, loop, locks);
  await recoverRuns(h.db, loop, locks);
  expect(done).toEqual([
    'recover chat after a restart of the browser',
    'lock chat',
    'recover chat',
    'lock chat',
  ]);

  const approval = await h.pendingApproval();
  await h.loop.stopGracefully(approval.chatId);
  done.length = 0;
  await recoverRuns(h.db, loop, locks);
  expect(done).toEqual([]);

  await h.db.restores.add(aRestore('chat', 0));
  await recoverRuns(h.db, loop, locks);
  expect(done).toEqual(['recover chat', 'lock chat']);
});
