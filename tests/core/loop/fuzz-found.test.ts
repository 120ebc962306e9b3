import { describe, expect, it, vi } from 'vitest';
import { StewardError, toErrorInfo } from '@/src/core/errors';
import { TOKEN_LIFE_MS } from '@/src/core/policy/write-tokens';
import { decideFirst } from '../../fakes/decide-first';
import { calls, createLoopHarness, hangs, type LoopHarness, says, userSends } from '../../fakes/loop-harness';
import { dryRunLoop } from './dry-run-loop';
import { atNext, diesAfterWrite, diesAt, failing, restartWorker } from './interruptions';
import { ASK, add, PUBLISH } from './made-calls';
import { note } from './page-notice';

// Failures that the loop's fuzz test found, each reduced to its shortest form.

const CANCELLED = 'cancelled: Stopped before it ran.';

/** Lets pending promises settle. No test may depend on its duration. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 30));

/** Blocks the `nth` read of the record from now on, with which a step loop ends, until it is released. */
function holdLook(h: LoopHarness, nth: number) {
  const { load } = h.deps.journal;
  let looks = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    h.deps.journal.load = async (chatId) => {
      looks += 1;
      if (looks === nth) {
        h.deps.journal.load = load;
        resolve();
        await held;
      }
      return load(chatId);
    };
  });
  return { reached, letGo };
}

describe('stop', () => {
  it('while a run begins ends that run, and none of its steps continues', async () => {
    const h = await createLoopHarness([hangs]);
    let stopped: Promise<void> | null = null;
    atNext(h, 'beginRun', 'after', () => {
      stopped = h.loop.stop(h.chatId);
      return aWhile();
    });
    await h.write('Go');
    await stopped;
    expect((await h.settled()).state).toBe('stopped');
    expect(h.loop.isBusy()).toBe(false);
  });

  it.each([
    ['stop', [calls(ASK)], 'stopped'],
    ['pause', [says('Done.')], 'completed'],
  ] as const)('removes a requested %s that no step would carry out', async (control, script, outcome) => {
    const { h, run } = await userSends('Go', [...script]);
    await h.db.runs.update(run?.id ?? '', { control });
    await h.loop.stop(h.chatId);
    expect((await h.record()).run).toMatchObject({
      status: { state: 'waiting-for-system-input', outcome },
      control: null,
    });
  });

  it('is completed by a restarted worker if the worker stopped in the middle of it', async () => {
    const { h } = await userSends('Publish, then add eggs', [calls(PUBLISH, add('eggs'))]);
    await new Promise<void>((isReached) => {
      atNext(h, 'updateRun', 'before', (_id, { status }) => {
        if (status === undefined) return false;
        isReached();
        return new Promise(() => undefined);
      });
      void h.loop.stop(h.chatId);
    });
    const { run } = await restartWorker(h);
    expect(run).toMatchObject({ status: { outcome: 'stopped' }, control: null });
    expect(await h.results()).toEqual(Array(2).fill(CANCELLED));
    expect(h.notes.log).toEqual([]);
  });
});

describe('while a step loop takes its last step', () => {
  /** A run that waits for approval, and whose step loop is held at the end of its last step. */
  async function heldAtApproval() {
    const { h } = await userSends('Publish', [calls(PUBLISH), says('Published.')]);
    // A queued event makes the loop read the record three times: once in the control, twice in the step loop.
    const look = holdLook(h, 3);
    await h.receive('shop', 'Closing soon.');
    await look.reached;
    return { h, look };
  }

  it('a decision is not missed', async () => {
    const { h, look } = await heldAtApproval();
    const decided = h.decide('approve');
    await aWhile();
    look.letGo();
    await decided;
    expect((await h.settled()).state).toBe('completed');
    expect(h.notes.page.published).toEqual(['milk']);
  });

  it('a pause is carried out before a decision, and neither overwrites the other', async () => {
    const { h, look } = await heldAtApproval();
    await h.loop.pause(h.chatId);
    const decided = h.decide('approve');
    await aWhile();
    look.letGo();
    await decided;
    const { run } = await h.settled();
    expect(run?.status).toEqual({ state: 'paused', before: { state: 'waiting-for-tools' } });
    expect(h.notes.log).toEqual([]);
    expect((await h.control('resume')).state).toBe('completed');
    expect(await h.results()).toEqual(['ok: Published 1.']);
  });

  it('a page that is back is not missed', async () => {
    const h = await createLoopHarness([
      () => {
        h.notes.close();
        return calls(add('eggs'));
      },
      says('Added.'),
    ]);
    atNext(h, 'updateRun', 'after', (_id, { status }) => {
      if (status?.state !== 'waiting-for-agent-coordination') return false;
      h.notes.reopen();
      void note(h, 'there');
      return aWhile();
    });
    expect((await h.send('Add eggs')).state).toBe('completed');
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });
});

it('a run that is set to done while its page is unreachable closes the rest of a partly decided approval request', async () => {
  const { h } = await userSends('Add both', [calls(add('eggs'), add('milk'))], {
    settings: { approvalPolicy: 'ask-every-change' },
  });
  const { id } = await h.pendingApproval();
  atNext(h, 'updateApproval', 'after', () => h.notes.close());
  await decideFirst(h, { verdict: 'approve' });
  expect((await h.settled()).state).toBe('waiting-for-agent-coordination');
  await h.loop.requestStatus(h.chatId, { state: 'done' });
  expect((await h.settled()).state).toBe('done');
  expect(await h.db.approvals.get(id)).toMatchObject({ state: 'withdrawn' });
  expect(await h.results()).toEqual(Array(2).fill(CANCELLED));
});

it('calls that a forced end left open get their result before the queued message starts its run', async () => {
  const h = await createLoopHarness([calls(add('eggs')), says('Hello.')]);
  atNext(h, 'storeResponse', 'before', () => h.write('Second'));
  atNext(h, 'storeResponse', 'after', () => {
    void h.loop.requestStatus(h.chatId, { state: 'done' });
    return aWhile();
  });
  await h.send('First');
  await vi.waitFor(async () =>
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']),
  );
  expect(await h.results()).toEqual([CANCELLED]);
  expect(h.requests[1]?.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'user',
  ]);
});

it('a call that the page refused before the worker stopped has the result of a refusal, and the run continues', async () => {
  const h = await createLoopHarness([calls(add('eggs')), says('I see.')]);
  const { execute } = h.notes.port;
  const changed = new StewardError('page-changed', 'Changed.', { remedy: 'Look again.' });
  h.deps.page.execute = async () => Promise.reject(changed);
  const died = diesAt(h, 'storeResult', 'before');
  void h.write('Add eggs');
  await died;
  Object.assign(h.deps.page, {
    execute,
    recall: async () => ({ kind: 'failed', error: toErrorInfo(changed) }),
  });
  expect((await restartWorker(h)).state).toBe('completed');
  expect(await h.results()).toEqual([
    'page_changed: The page was changed since you saw it, so nothing was done. Its new state follows.',
  ]);
});

describe('when the storage fails once', () => {
  it('while a requested status is stored, the halted run continues', async () => {
    const h = await createLoopHarness([hangs, says('Done.')]);
    await h.write('Go');
    while (h.requests.length === 0) await aWhile();
    failing(h, 'updateRun', 1);
    await expect(h.loop.requestStatus(h.chatId, { state: 'done' })).rejects.toMatchObject({
      code: 'storage',
    });
    expect((await h.settled()).state).toBe('completed');
  });
});

it('a call whose write token expires during several short waits before the page is refused, and the run continues', async () => {
  const h = await createLoopHarness([calls(add('eggs')), says('I see.')]);
  atNext(h, 'markStarted', 'after', () => {
    for (let waits = 0; waits < 2; waits += 1) h.clock.pass(TOKEN_LIFE_MS * 0.6);
  });
  expect((await h.send('Add eggs')).state).toBe('completed');
  expect(await h.results()).toEqual([expect.stringMatching(/^not_authorised: /)]);
  expect(h.notes.log).toEqual([]);
});

it('a call that was marked as started and not sent when its run was stopped is cancelled, and nobody has to look what became of it', async () => {
  const h = await createLoopHarness([calls(add('eggs'))]);
  let stopped: Promise<void> | null = null;
  atNext(h, 'markStarted', 'after', () => {
    h.notes.editByHand(['by hand']);
    stopped = h.loop.stop(h.chatId);
  });
  await h.send('Add eggs');
  await stopped;
  expect(await h.results()).toEqual([CANCELLED]);
  expect(h.notes.log).toEqual([]);
  expect(await h.db.executions.toArray()).toMatchObject([{ state: 'done', write: null }]);
});

it('what another chat reverts of an interrupted call, before the call’s result is stored, is reported as by that chat', async () => {
  const h = await dryRunLoop([
    calls(['remove_note', { text: 'milk' }]),
    calls(add('milk')),
    says('Added.'),
    says('I see.'),
  ]);
  await h.addChat('other', 'Other');
  await diesAfterWrite(h, () => h.write('Remove milk'));
  await h.loop.pause(h.chatId);
  const restarted = h.restart();
  await restarted.recover(h.chatId, false);
  await h.settled();
  await restarted.sendUserMessage('other', 'Add milk');
  await h.settled();
  await restarted.resume(h.chatId);
  await h.settled();
  const update = h.requests.at(-1)?.messages.at(-1)?.content;
  expect(update).toContain('note_added {"note":"milk","by":"the chat “Add milk”"}');
  const steps = await h.db.pageSteps.toArray();
  expect(steps.map(({ cause, changes }) => [cause, changes])).toMatchObject([
    [{ kind: 'execution', chatId: h.chatId }, [{ type: 'note_removed', note: 'milk' }]],
    [{ kind: 'execution', chatId: 'other' }, [{ type: 'note_added', note: 'milk' }]],
  ]);
});
