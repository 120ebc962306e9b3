import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { audited, type Harness, rollBack, toldNext, untilOver, withEggs } from './take-responses';

/** The page accepts the next state, or doesn't, and its answer is lost. */
function loseAnswer(h: Harness, happens: 'before' | 'never', meanwhile: () => void = () => undefined) {
  const { applyState } = h.notes.port;
  h.notes.port.applyState = async (...request) => {
    h.notes.port.applyState = applyState;
    if (happens === 'before') await applyState(...request);
    meanwhile();
    throw new StewardError('timeout', 'The page did not answer within 30 s.', { remedy: 'Wait.' });
  };
}

/** Rolls back. Returns the code of its error. */
const perform = (h: Harness) =>
  untilOver(h, rollBack(h, 0)).then(
    () => 'done',
    ({ code }: StewardError) => code,
  );

describe('a rollback whose answer is lost', () => {
  it('rolls back page and conversation if the page is in the state, and is audited once', async () => {
    const h = await withEggs();
    loseAnswer(h, 'before');
    expect(await perform(h)).toBe('done');
    expect(h.notes.page.notes).toEqual(['milk']);
    expect((await h.record()).conversation.filter(({ role }) => role === 'user')).toEqual([]);
    expect(await audited(h)).toMatchObject([{ success: true }]);
    expect(await toldNext(h)).toEqual([]);
  });

  it('leaves page and conversation unchanged if the page is unchanged', async () => {
    const h = await withEggs();
    loseAnswer(h, 'never');
    expect(await perform(h)).toBe('timeout');
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect((await h.record()).conversation.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(await audited(h)).toEqual([]);
  });

  it('reports an unknown outcome, and audits it at the next action if it stays unknown', async () => {
    const h = await withEggs();
    loseAnswer(h, 'never', () => h.notes.editByHand(['tea']));
    expect(await perform(h)).toBe('timeout');
    expect(h.notes.page.notes).toEqual(['tea']);
    await untilOver(
      h,
      h.loop.whileIdle(h.chatId, async () => undefined),
    );
    expect(await audited(h)).toMatchObject([{ success: false, errorCode: 'outcome_unknown' }]);
  });
});
