import { expect, it } from 'vitest';
import { calls, says } from '../../fakes/loop-harness';
import { ADD_A, changesTold, dryRunLoop } from '../loop/dry-run-loop';

it('a rollback to a page that the model never saw → the next message reports the user’s changes up to then', async () => {
  const h = await dryRunLoop([calls(['publish', {}]), says('Published.'), says('I see.')]);
  await h.send('Publish');
  h.notes.editByHand(['tea']);
  await expect(h.decide('approve')).rejects.toMatchObject({ code: 'page-changed' });
  await h.decide('approve');
  await h.settled();
  // The page is in the state again that the model knows.
  h.notes.editByHand(['milk']);
  const checkpoint = (await h.checkpoints()).find(({ reason }) => reason === 'before-changes');
  const { id = '' } = checkpoint ?? {};
  const { stateHash } = await h.rollback.preview(h.chatId, id);
  await h.rollback.perform(h.chatId, id, stateHash, { strategy: 'replace' });
  expect(h.notes.page.notes).toEqual(['tea']);
  await h.send('And now?');
  expect(await changesTold(h)).toMatchObject([
    { type: 'note_removed', note: 'milk' },
    { type: 'note_added', note: 'tea' },
  ]);
});

it('a rollback undone before the model’s own calls were reported → the run’s next request reports them', async () => {
  const h = await dryRunLoop([calls(ADD_A), says('I see.')], { roundsPerRun: 1 });
  await h.send('Add a');
  const waiting = {
    state: 'waiting-for-system-input',
    outcome: null,
    requiredScope: null,
    interruptibleByUser: true,
  } as const;
  const rollBack = async (reason: 'before-changes' | 'before-rollback') => {
    const { id = '' } = (await h.checkpoints()).findLast((one) => one.reason === reason) ?? {};
    const { stateHash } = await h.rollback.preview(h.chatId, id);
    await h.rollback.perform(h.chatId, id, stateHash, { strategy: 'replace' });
  };
  await rollBack('before-changes');
  await rollBack('before-rollback');
  await h.loop.requestStatus(h.chatId, waiting);
  await h.send('Go on');
  expect(h.requests.at(-1)?.messages.at(-1)?.content).toContain('{"note":"a","by":"the assistant"}');
});
