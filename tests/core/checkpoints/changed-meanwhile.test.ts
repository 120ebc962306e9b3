import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { audited, type Harness, rollBack, toldNext, undo, withEggs } from './take-responses';

const KEPT = 'The page is not as it was, and was not restored, since others may have changed it meanwhile.';

/** The user adds a note after the page accepts the next state, before it is read again. */
function editOnceTaken({ notes }: Harness): void {
  const { applyState } = notes.port;
  notes.port.applyState = async (...request) => {
    notes.port.applyState = applyState;
    const answer = await applyState(...request);
    notes.editByHand([...notes.page.notes, 'tea']);
    return answer;
  };
}

describe('a change by the user right after the page accepted a state', () => {
  it('is kept after a rollback, and reported with the next message', async () => {
    const h = await withEggs();
    editOnceTaken(h);
    await rollBack(h, 0);
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
    expect(await h.roles()).toEqual(['accounting', 'rollback']);
    expect(await audited(h)).toMatchObject([{ success: true }]);
    expect(await toldNext(h)).toEqual([{ type: 'note_added', timestamp: expect.any(String), note: 'tea' }]);
  });

  it('is kept after an undo, and reported with the next message', async () => {
    const h = await withEggs();
    editOnceTaken(h);
    await undo(h, 0);
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
    expect(await audited(h)).toMatchObject([{ action: 'undo', success: true }]);
    expect(await toldNext(h)).toMatchObject([
      { type: 'note_removed', note: 'eggs' },
      { type: 'note_added', note: 'tea' },
    ]);
  });

  it('is kept if the rollback can’t be recorded', async () => {
    const h = await withEggs();
    editOnceTaken(h);
    h.db.messages.hook('creating', () => {
      throw new Error('disk full');
    });
    await expect(rollBack(h, 0)).rejects.toMatchObject({
      code: 'state-refused',
      message: KEPT,
      details: expect.stringContaining('Compared with before, the page has: removed eggs; added tea.'),
    });
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(await audited(h)).toMatchObject([
      { success: false, errorCode: 'state-refused', stateHashAfter: h.notes.hash() },
    ]);
  });
});

describe('a change by the user right before the page receives a state', () => {
  it('is kept, and stops the rollback before anything is sent', async () => {
    const h = await withEggs();
    const { applyState } = h.notes.port;
    h.notes.port.applyState = async (...request) => {
      h.notes.editByHand(['milk', 'eggs', 'tea']);
      return applyState(...request);
    };
    await expect(rollBack(h, 0)).rejects.toMatchObject({ code: 'page-changed' });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'tea']);
    expect(await audited(h)).toEqual([]);
    expect(await toldNext(h)).toEqual([{ type: 'note_added', timestamp: expect.any(String), note: 'tea' }]);
  });
});

describe('a page that refuses a state and has changed', () => {
  const refusing = async (notes: string[]) => {
    const h = await withEggs();
    h.notes.port.applyState = async () => {
      h.notes.editByHand(notes);
      throw new StewardError('state-refused', 'Only in part.', { remedy: 'Look.' });
    };
    return h;
  };

  it('is left unchanged, and the error lists its differences', async () => {
    const h = await refusing(['a', 'b', 'c', 'd', 'e', 'f']);
    await expect(rollBack(h, 0)).rejects.toMatchObject({
      code: 'state-refused',
      message: KEPT,
      remedy: 'The conversation is as it was. Look at the page, then do this again if it is still wanted.',
      details:
        'Only in part. Compared with before, the page has: removed milk; removed eggs; added a; added b; added c; 3 more.',
    });
    expect(h.notes.page.notes).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});

describe('a page that goes away while it receives a state', () => {
  async function goneDuring() {
    const h = await withEggs();
    const { applyState } = h.notes.port;
    h.notes.port.applyState = async () => {
      h.notes.port.applyState = applyState;
      throw new StewardError('page-gone', 'The page is closed.', { remedy: 'Open it.' });
    };
    return { h, ended: rollBack(h, 0) };
  }

  it('reports the outcome of a rollback as uncertain, also in the audit', async () => {
    const { h, ended } = await goneDuring();
    const message =
      'The page went away before it answered, so it is uncertain whether the change took effect.';
    await expect(ended).rejects.toMatchObject({
      code: 'page-gone',
      message,
      remedy: 'The conversation is as it was. Look at the page, then do this again if it is still wanted.',
      details: 'The page is closed.',
    });
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(await audited(h)).toMatchObject([
      {
        action: 'rollback',
        subject: message,
        success: false,
        errorCode: 'outcome_unknown',
        stateHashAfter: null,
      },
    ]);
  });

  it('attributes the same change to the user who makes it later', async () => {
    const { h, ended } = await goneDuring();
    await h.addChat('other', 'Other');
    await expect(ended).rejects.toMatchObject({ code: 'page-gone' });
    h.notes.reload(['milk', 'eggs']);
    const { chat } = await h.record();
    await h.deps.observer.observe(chat, await h.deps.page.readContext(chat, new AbortController().signal));
    h.notes.editByHand(['milk']);
    expect(await toldNext(h)).toEqual([
      { type: 'note_removed', timestamp: expect.any(String), note: 'eggs' },
    ]);
    const steps = await h.db.pageSteps.toArray();
    expect(steps.map(({ cause }) => cause.kind)).toEqual(['execution', 'user']);
  });
});
