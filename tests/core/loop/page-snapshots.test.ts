import { expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { Json } from '@/src/schema/values/json';
import { guardedPage } from '../../fakes/guarded-page';
import { createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { createNotesPage, notesAdapter } from '../../fakes/notes-adapter';
import { reviseAt } from './revise';

const notesOf = (context: Json): string[] => Object(context).notes;
const divided: AdapterDefinition = {
  ...(notesAdapter as unknown as AdapterDefinition),
  parts: {
    list: (context) => notesOf(context).map((note) => ({ key: note, content: note })),
    without: (context, isLeftOut) => ({
      ...Object(context),
      notes: notesOf(context).filter((note) => !isLeftOut(note)),
    }),
  },
};

it('snapshots are numbered in their chat, and each kept request names the one that it contains', async () => {
  const h = await createLoopHarness([says('One.'), says('Two.')]);
  for (const text of ['first', 'second']) {
    await h.send(text);
  }
  const requests = await h.db.sentRequests.where('chatId').equals(h.chatId).toArray();
  expect(requests.map(({ snapshot }) => snapshot?.id)).toEqual([1, 2]);
  expect((await h.db.chats.get(h.chatId))?.lastSnapshotId).toBe(2);
  const runs = await h.db.runs.toArray();
  expect(runs.map(({ snapshot }) => snapshot?.items.map(({ key }) => key))).toEqual([['page'], ['page']]);
});

it.each(['a page that is kept', 'a page that nothing restores'])(
  'a change of %s is not reported again by an edited message once its part is left out',
  async (kind) => {
    const notes = createNotesPage({ notes: ['milk'], published: [] }, () => 5);
    const adapter: AdapterDefinition = {
      ...divided,
      ...(kind === 'a page that is kept' ? {} : { isNeverRestored: true as const }),
      diffContext: (...given) =>
        divided.diffContext(...given).map((change) => ({ ...change, part: change.note ?? null })),
    };
    const { h } = await userSends('first', [says('One.'), says('Two.'), says('Three.')], {
      site: { adapter, guardedBy: (tokens) => guardedPage(notes.port, tokens) },
    });
    notes.editByHand(['milk', 'secret-note', 'tea']);
    await h.send('second');
    const { settings } = (await h.record()).chat;
    await h.db.chats.update(h.chatId, { settings: { ...settings, leftOutParts: ['secret-*'] } });
    await reviseAt(h, 'user', 1, 'second, without secrets', 'keep');
    const sent = JSON.stringify(h.requests.at(-1));
    expect(sent).toContain('without secrets');
    expect(sent).toContain('tea');
    expect(sent).not.toContain('secret-note');
  },
);

it('what a chat leaves out is neither in its requests nor among the changes that they report', async () => {
  const notes = createNotesPage({ notes: ['milk', 'secret-1'], published: [] }, () => 5);
  const { h } = await userSends('first', [says('One.'), says('Two.')], {
    site: { adapter: divided, guardedBy: (tokens) => guardedPage(notes.port, tokens) },
    settings: { leftOutParts: ['secret-*'] },
  });
  notes.editByHand(['milk', 'secret-1', 'secret-2', 'tea']);
  await h.send('second');
  const sent = JSON.stringify(h.requests);
  expect(sent).toContain('note_added');
  expect(sent).toContain('tea');
  expect(sent).not.toContain('secret-');
});
