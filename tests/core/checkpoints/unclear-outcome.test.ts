import { describe, expect, it, vi } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { boundPage } from '@/src/core/records/record-access';
import type { ErrorCode } from '@/src/schema/values/error-code';
import type { Json } from '@/src/schema/values/json';
import { createRestoreUnsavedChanges } from '../../fakes/reversals';
import { note } from '../loop/page-notice';
import {
  answerState,
  audited,
  composer,
  editOnceTaken,
  expectRemovedByUser,
  failToStore,
  type Harness,
  rollBack,
  toldNext,
  undo,
  untilOver,
  WHOLE,
  withEggs,
} from './take-responses';

const TEA = { type: 'note_added', note: 'tea' };
const LOOK = 'The conversation is unchanged. Look at the page, then try again if you still want this.';
const LATER =
  'The conversation is unchanged. Steward checks the page as soon as it responds, and completes this if it took effect.';
const UNCERTAIN = 'The page did not answer, so it is uncertain whether the change took effect.';

const failure = (code: ErrorCode, message: string) => new StewardError(code, message, { remedy: 'Look.' });
const timeout = () => failure('timeout', 'The page did not answer within 30 s.');

describe('a change by the user right after the page accepted a state', () => {
  it.each([
    ['a rollback', rollBack, ['accounting', 'rollback'], [TEA]],
    ['an undo', undo, [...WHOLE, 'rollback'], [{ type: 'note_removed', note: 'eggs' }, TEA]],
  ])('is kept after %s, and reported with the next message', async (_, reverse, roles, told) => {
    const h = await withEggs();
    editOnceTaken(h);
    await reverse(h, 0);
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
    expect(await h.roles()).toEqual(roles);
    expect(await audited(h)).toMatchObject([{ success: true }]);
    expect(await toldNext(h)).toMatchObject(told);
  });
});

it('a change by the user right before the page receives a state is kept, and stops the rollback before anything is sent', async () => {
  const h = await withEggs();
  answerState(h, (accept) => {
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    return accept();
  });
  await expect(rollBack(h, 0)).rejects.toMatchObject({ code: 'page-changed' });
  expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'tea']);
  expect(await audited(h)).toEqual([]);
  expect(await toldNext(h)).toEqual([TEA]);
});

it.each<[string, (h: Harness) => void, string[], unknown]>([
  [
    'can’t be recorded',
    (h) => {
      editOnceTaken(h);
      failToStore(h);
    },
    ['milk', 'tea'],
    expect.stringContaining('Compared with before, the page has: removed eggs; added tea.'),
  ],
  [
    'the page refuses',
    (h) =>
      answerState(h, async () => {
        h.notes.editByHand(['a', 'b', 'c', 'd', 'e', 'f']);
        throw failure('state-refused', 'Only in part.');
      }),
    ['a', 'b', 'c', 'd', 'e', 'f'],
    'Only in part. Compared with before, the page has: removed milk; removed eggs; added a; added b; added c; 3 more.',
  ],
])(
  'a rollback that %s leaves a page as it is that the user changed, and lists the differences',
  async (_, fail, notes, details) => {
    const h = await withEggs();
    fail(h);
    await expect(rollBack(h, 0)).rejects.toMatchObject({
      code: 'state-refused',
      message: 'The page is not as it was, and was not restored, since others may have changed it meanwhile.',
      remedy: LOOK,
      details,
    });
    expect(h.notes.page.notes).toEqual(notes);
    expect(await h.roles()).toEqual(WHOLE);
    expect(await audited(h)).toMatchObject([
      { success: false, errorCode: 'state-refused', stateHashAfter: h.notes.hash() },
    ]);
  },
);

describe('a page that goes away while it receives a state', () => {
  async function goneDuring() {
    const h = await withEggs();
    answerState(h, async () => {
      throw failure('page-gone', 'The page is closed.');
    });
    return { h, ended: rollBack(h, 0) };
  }

  it('reports the outcome of a rollback as uncertain, also in the audit', async () => {
    const { h, ended } = await goneDuring();
    const message =
      'The page went away before it answered, so it is uncertain whether the change took effect.';
    await expect(ended).rejects.toMatchObject({
      code: 'page-gone',
      message,
      remedy: LOOK,
      details: 'The page is closed.',
    });
    expect(await h.roles()).toEqual(WHOLE);
    const errorCode = 'outcome_unknown';
    expect(await audited(h)).toMatchObject([
      { action: 'rollback', subject: message, success: false, errorCode, stateHashAfter: null },
    ]);
  });

  it('attributes the same change to the user who makes it later', async () => {
    const { h, ended } = await goneDuring();
    await h.addChat('other', 'Other');
    await expect(ended).rejects.toMatchObject({ code: 'page-gone' });
    h.notes.reload(['milk', 'eggs']);
    const { chat } = await h.record();
    await h.deps.observer.observe(chat, await h.deps.page.readContext(chat, new AbortController().signal));
    await expectRemovedByUser(h);
  });
});

describe('a rollback whose answer is lost', () => {
  /** Rolls back. Returns the code of its error. */
  async function perform(isTaken: boolean, meanwhile: (h: Harness) => void = () => undefined) {
    const h = await withEggs();
    answerState(h, async (accept) => {
      if (isTaken) await accept();
      meanwhile(h);
      throw timeout();
    });
    const ended = await untilOver(h, rollBack(h, 0)).then(
      () => 'done',
      ({ code }: StewardError) => code,
    );
    return { h, ended };
  }

  it('rolls back page and conversation if the page is in the state, and is audited once', async () => {
    const { h, ended } = await perform(true);
    expect(ended).toBe('done');
    expect(h.notes.page.notes).toEqual(['milk']);
    expect(await h.roles()).toEqual(['accounting', 'rollback']);
    expect(await audited(h)).toMatchObject([{ success: true }]);
    expect(await toldNext(h)).toEqual([]);
  });

  it('leaves page and conversation unchanged if the page is unchanged', async () => {
    const { h, ended } = await perform(false);
    expect(ended).toBe('timeout');
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await h.roles()).toEqual(WHOLE);
    expect(await audited(h)).toEqual([]);
  });

  it('reports an unknown outcome, and audits it at the next action if it stays unknown', async () => {
    const { h, ended } = await perform(false, ({ notes }) => notes.editByHand(['tea']));
    expect(ended).toBe('timeout');
    expect(h.notes.page.notes).toEqual(['tea']);
    await untilOver(
      h,
      h.loop.whileIdle(h.chatId, async () => undefined),
    );
    expect(await audited(h)).toMatchObject([{ success: false, errorCode: 'outcome_unknown' }]);
  });
});

/** Makes the page stop responding to the next state, which it accepts or not. Returns a function that lets the page respond again. */
function fallSilent({ notes, deps }: Harness, answer: 'taken' | 'lost' | 'never arrived'): () => void {
  const { applyState } = notes.port;
  const { readContext, recall } = deps.page;
  const silent = async () => {
    throw timeout();
  };
  notes.port.applyState = async (...request) => {
    Object.assign(deps.page, { readContext: silent, recall: silent });
    notes.port.applyState = silent;
    const taken = answer === 'never arrived' ? null : await applyState(...request);
    if (answer === 'taken' && taken !== null) return taken;
    throw timeout();
  };
  return () => {
    notes.port.applyState = applyState;
    Object.assign(deps.page, { readContext, recall });
  };
}

/** Begins a rollback on a page that stops responding. Returns a function that lets the page respond again. */
async function rollBackInSilence(answer: 'lost' | 'never arrived') {
  const h = await withEggs();
  const answerAgain = fallSilent(h, answer);
  await expect(rollBack(h, 0)).rejects.toMatchObject({ code: 'timeout' });
  return { h, answerAgain };
}

/** The page reports that it may have changed, and is read. */
const noticeOf = (h: Harness) => untilOver(h, note(h, 'changed'));

/** True if a change of the page waits for a reading that decides its outcome. */
const isOpen = async (h: Harness) => (await h.db.restores.count()) === 1;

describe('on a page that stops responding', () => {
  it.each<[string, 'taken' | 'lost', (h: Harness) => Promise<unknown>, message: string]>([
    ['a rollback', 'lost', (h) => rollBack(h, 0), UNCERTAIN],
    ['an undo', 'lost', (h) => undo(h, 0), UNCERTAIN],
    [
      'a restore of unsaved changes',
      'lost',
      (h) => {
        const known = structuredClone(h.notes.page) as unknown as Json;
        h.notes.editByHand(['milk']);
        const consent = h.consents.give(h.chatId);
        return createRestoreUnsavedChanges(h.deps).perform(h.chatId, known, h.notes.hash(), consent);
      },
      UNCERTAIN,
    ],
    [
      'a rollback whose state it accepted',
      'taken',
      (h) => rollBack(h, 0),
      'The page answered that the change took effect, but could not be read since.',
    ],
  ])('%s has an unknown outcome, which is left open', async (_, answer, act, message) => {
    const h = await withEggs();
    fallSilent(h, answer);
    await expect(act(h)).rejects.toMatchObject({
      code: 'timeout',
      message,
      remedy: LATER,
      details: 'The page did not answer within 30 s.',
    });
    expect(await isOpen(h)).toBe(true);
  });

  it('a rollback whose entry can’t be stored either may have been restored or not, which is left open', async () => {
    const h = await withEggs();
    failToStore(h, () => fallSilent(h, 'lost'));
    await expect(rollBack(h, 0)).rejects.toMatchObject({
      code: 'timeout',
      message: 'The page was changed, and it is uncertain whether it could be restored.',
      remedy: LATER,
      details: expect.stringContaining('The page did not answer within 30 s.'),
    });
    expect(await isOpen(h)).toBe(true);
  });

  it.each<[string, (h: Harness) => Promise<unknown>]>([
    ['the next message', (h) => h.send('And now?')],
    ['another change', (h) => h.loop.whileIdle(h.chatId, async () => undefined)],
    ['a notice of the page', noticeOf],
  ])('a rollback is completed at %s if it took effect, and gives the message back', async (_, look) => {
    const { h, answerAgain } = await rollBackInSilence('lost');
    // The page is still silent.
    await h.loop.whileIdle(h.chatId, async () => undefined);
    expect(await isOpen(h)).toBe(true);
    answerAgain();
    await look(h);
    expect(await isOpen(h)).toBe(false);
    expect((await h.roles()).slice(0, 2)).toEqual(['accounting', 'rollback']);
    expect(await composer(h)).toEqual(['Add eggs', []]);
    expect(await audited(h)).toMatchObject([{ action: 'rollback', success: true }]);
    expect(await toldNext(h)).toEqual([]);
  });

  it('a rollback can be chosen again if it never arrived', async () => {
    const { h, answerAgain } = await rollBackInSilence('never arrived');
    answerAgain();
    await noticeOf(h);
    expect(await h.roles()).toEqual(WHOLE);
    await rollBack(h, 0);
    expect(h.notes.page.notes).toEqual(['milk']);
    expect(await audited(h)).toMatchObject([{ action: 'rollback', success: true }]);
  });

  it('a chat’s run can’t be closed, as before the chat is bound to another page', async () => {
    const { h } = await rollBackInSilence('lost');
    const task = vi.fn();
    await expect(h.loop.closeRun(h.chatId, task)).rejects.toMatchObject({ code: 'conflict' });
    expect(task).not.toHaveBeenCalled();
    expect(await isOpen(h)).toBe(true);
  });

  it('closing a chat’s run ends a rollback whose page is gone, so that no other page settles it', async () => {
    const { h } = await rollBackInSilence('lost');
    const gone = async () => {
      throw failure('page-gone', 'The tab was closed.');
    };
    Object.assign(h.deps.page, { readContext: gone, recall: gone });
    const { origin } = boundPage((await h.record()).chat);
    await h.loop.closeRun(h.chatId, async () => undefined);
    expect(await isOpen(h)).toBe(false);
    const errorCode = 'outcome_unknown';
    expect((await audited(h)).at(-1)).toMatchObject({ action: 'rollback', origin, errorCode });
    expect(
      (await h.db.pages.toArray()).flatMap(({ writes }) => writes.filter((write) => write.isOpen)),
    ).toEqual([]);
  });
});
