import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { calls, createLoopHarness, type LoopHarness, says, userSends } from '../../fakes/loop-harness';
import { changesTold } from './dry-run-loop';
import { atNext, failing } from './interruptions';
import { add, COUNT, PUBLISH } from './made-calls';
import { readPage } from './page-notice';
import { fallSilent } from './silent-page';

const timeout = () =>
  new StewardError('timeout', 'The page did not answer within 30 s.', { remedy: 'Wait.' });
const garbled = () => new StewardError('page-protocol', 'Garbled.', { remedy: 'Reload.' });

/** A page that makes the next write, or doesn't, and whose answer is lost. */
function loseAnswer(h: LoopHarness, happens: 'before' | 'never', error: () => StewardError) {
  const { execute } = h.deps.page;
  h.deps.page.execute = async (...request) => {
    h.deps.page.execute = execute;
    if (happens === 'before') await execute(...request);
    throw error();
  };
}

/** Passes the waits between the readings that determine a write's outcome. */
async function passUntilIdle(h: LoopHarness) {
  for (let times = 0; times < 10 && !(await h.isIdle()); times += 1) await h.pass(4_000);
}

describe('a write whose answer is lost', () => {
  it.each([
    ['late', timeout],
    ['unreadable', garbled],
  ])('counts as applied if the page shows it (%s), and the other calls run', async (_, error) => {
    const h = await createLoopHarness([calls(add('a'), add('b')), says('Both.')], { hasDryRuns: true });
    loseAnswer(h, 'before', error);
    expect((await h.send('Add a and b')).state).toBe('completed');
    expect(await h.results()).toEqual([
      expect.stringMatching(
        /^ok: Done: the page did not answer in time, but reading it again shows the change\./,
      ),
      'ok: Added b.',
    ]);
    expect(h.notes.page.notes).toEqual(['milk', 'a', 'b']);
    expect(await h.db.audit.toArray()).toMatchObject([{ success: true }, { success: true }]);
  });

  it.each([
    ['late', timeout],
    ['unreadable', garbled],
  ])(
    'which was a save counts as applied if the page shows what was saved (%s), and is sent once',
    async (_, error) => {
      const h = await createLoopHarness([calls(PUBLISH), says('Published.')], {
        hasDryRuns: true,
        settings: { permissions: { publish: 'allow' } },
      });
      h.notes.editByHand(['milk', 'eggs']);
      loseAnswer(h, 'before', error);
      await h.send('Publish');
      expect(await h.results()).toEqual([
        expect.stringMatching(/^ok: Done: the page did not answer in time/),
      ]);
      expect(h.notes.log).toEqual(['publish {}']);
      expect(h.notes.page.published).toEqual(['milk', 'eggs']);
      expect(await h.db.audit.toArray()).toMatchObject([
        { action: 'call', subject: 'publish', success: true },
      ]);
    },
  );

  it('counts as refused if the page is unchanged; the other calls run, and later changes are the user’s', async () => {
    const script = [calls(add('a'), add('b')), says('One.'), says('Fine.')];
    const h = await createLoopHarness(script, { hasDryRuns: true });
    loseAnswer(h, 'never', timeout);
    await h.write('Add a and b');
    await passUntilIdle(h);
    expect(await h.results()).toEqual([
      expect.stringMatching(/^not_applied: add_note had no effect/),
      'ok: Added b.',
    ]);
    expect(await h.db.audit.toArray()).toMatchObject([{ success: false, errorCode: 'not_applied' }, {}]);
    h.notes.editByHand(['milk', 'b', 'a']);
    await h.send('And now?');
    expect(await changesTold(h)).toMatchObject([{ type: 'note_added', note: 'a' }]);
  });

  it('counts as applied if the page reports a failure, but shows the change', async () => {
    const h = await createLoopHarness([calls(add('a')), says('Added.')], { hasDryRuns: true });
    const { execute } = h.deps.page;
    h.deps.page.execute = async (...request) => {
      const outcome = await execute(...request);
      return { ...outcome, result: { success: false, message: 'Out of paper.', error_code: 'page_refused' } };
    };
    await h.send('Add a');
    expect(await h.results()).toEqual([
      expect.stringMatching(/^ok: Done: the page reported a failure \(“Out of paper\.”\)/),
    ]);
  });

  it.each<[string, (h: LoopHarness) => void, string, object]>([
    ['', (h) => h.notes.editByHand(['tea']), 'the page’s answer did not arrive', {}],
    [
      ' after it was loaded again',
      (h) => h.notes.reload(['tea']),
      'the page was loaded again while it ran',
      { data: { page_reloaded: true } },
    ],
  ])(
    'is uncertain if the page is in neither state%s, and the result lists the differences',
    async (...row) => {
      const [, change, reason, data] = row;
      const h = await createLoopHarness([calls(add('a')), says('I see.')], { hasDryRuns: true });
      const { execute } = h.deps.page;
      h.deps.page.execute = async () => {
        h.deps.page.execute = execute;
        change(h);
        throw timeout();
      };
      await h.write('Add a');
      await passUntilIdle(h);
      expect(await h.results()).toEqual([
        `outcome_unknown: It is uncertain whether add_note took effect: ${reason}. ` +
          'Since before the call: removed milk; added tea. Look at the page before going on.',
      ]);
      const { messages } = await h.record();
      expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ result: data });
      expect(await h.db.audit.toArray()).toMatchObject([{ success: false, errorCode: 'outcome_unknown' }]);
    },
  );

  describe('that the page still works on after the last reading', () => {
    async function unfinished() {
      const h = await createLoopHarness([calls(add('a')), says('No.'), says('Fine.')], { hasDryRuns: true });
      loseAnswer(h, 'never', timeout);
      h.deps.page.recall = async () => ({ kind: 'running' });
      await h.write('Add a');
      await passUntilIdle(h);
      return h;
    }

    it('keeps later changes of the same response from running', async () => {
      const h = await createLoopHarness([calls(add('a'), COUNT, add('b'), PUBLISH), says('I see.')], {
        hasDryRuns: true,
      });
      loseAnswer(h, 'never', timeout);
      h.deps.page.recall = async () => ({ kind: 'running' });
      await h.write('Add both and publish');
      await passUntilIdle(h);
      expect((await h.results()).map((result) => result.split(':')[0])).toEqual([
        'outcome_unknown',
        'ok',
        'earlier_uncertain',
        'earlier_uncertain',
      ]);
      expect(h.notes.log).toEqual(['count_notes {}']);
    });

    it.each([
      ['alone', ['milk', 'a'], []],
      ['next to a change by the user', ['milk', 'a', 'tea'], [{ type: 'note_added', note: 'tea' }]],
    ])(
      'is uncertain, and not attributed to the user when it takes effect later, %s',
      async (_, notes, told) => {
        const h = await unfinished();
        expect(await h.results()).toEqual([
          expect.stringMatching(/^outcome_unknown: .* The page shows no difference\./),
        ]);
        h.notes.editByHand(notes);
        const { conversation } = await h.send('And now?');
        expect(conversation.findLast((entry) => entry.role === 'user')).toMatchObject({ changes: told });
      },
    );
  });

  it('gets its outcome at Retry if the run failed meanwhile, and is not repeated', async () => {
    const h = await createLoopHarness([calls(add('a')), says('Added.')], { hasDryRuns: true });
    failing(h, 'storeResult', 1);
    await h.send('Add a');
    h.deps.page.recall = async () => ({
      kind: 'failed',
      error: { ...timeout(), message: 'Late.', details: null },
    });
    await h.control('retry');
    expect(await h.results()).toEqual([expect.stringMatching(/^ok: Done: the page did not answer in time/)]);
    expect(h.notes.log).toEqual(['add_note {"text":"a"}']);
  });
});

describe('a page that doesn’t answer', () => {
  it('doesn’t delay Stop, and the running write is uncertain', async () => {
    const h = await createLoopHarness([calls(add('a'), add('b')), says('I see.')], { hasDryRuns: true });
    const sent = new Promise<void>((resolve) => {
      atNext(h, 'markStarted', 'after', () => {
        fallSilent(h);
        const { execute } = h.deps.page;
        h.deps.page.execute = (...call) => {
          resolve();
          return execute(...call);
        };
      });
    });
    await h.write('Add both');
    await sent;
    const stopped = h.loop.stop(h.chatId);
    while (!h.time.isWaited()) await new Promise((resolve) => setTimeout(resolve, 1));
    await h.time.pass(500);
    await stopped;
    expect((await h.record()).state).toBe('stopped');
    expect(await h.results()).toEqual([
      expect.stringMatching(/^outcome_unknown: It is uncertain whether add_note took effect/),
      'cancelled: Stopped before it ran.',
    ]);
  });

  it('doesn’t delay Stop while a control reads the page', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH)], { hasDryRuns: true });
    const reading = await readPage(h);
    fallSilent(h);
    const noted = h.loop.notePage(h.chatId, { kind: 'changed', reading }).catch((error) => error.code);
    await h.loop.stop(h.chatId);
    expect(await noted).toBe('aborted');
    expect((await h.record()).state).toBe('stopped');
  });
});
