import { describe, expect, it, vi } from 'vitest';
import { StewardError, toErrorInfo } from '@/src/core/errors';
import { TOKEN_LIFE_MS } from '@/src/core/policy/write-tokens';
import { decideFirst } from '../../fakes/decide-first';
import {
  calls,
  createLoopHarness,
  hangs,
  type LoopHarness,
  says,
  type Turn,
  userSends,
} from '../../fakes/loop-harness';
import { dryRunLoop } from './dry-run-loop';
import { diesAfterWrite, diesAt, failing, restartWorker } from './interruptions';
import { ASK, add, PUBLISH } from './made-calls';
import { note } from './page-notice';

// Failures that the loop's fuzz test found, each reduced to its shortest form.

const NEVER = new Promise<never>(() => undefined);

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
    const { beginRun } = h.deps.journal;
    let cancelled: Promise<void> | null = null;
    h.deps.journal.beginRun = async (entry) => {
      await beginRun(entry);
      cancelled = h.loop.stop(h.chatId);
      await aWhile();
    };
    await h.write('Go');
    await cancelled;
    const { run } = await h.settled();
    expect(run?.status).toMatchObject({ state: 'waiting-for-system-input', outcome: 'stopped' });
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
    const { updateRun } = h.deps.journal;
    await new Promise<void>((isReached) => {
      h.deps.journal.updateRun = (runId, changes, chat) => {
        if (changes.status === undefined) return updateRun(runId, changes, chat);
        isReached();
        return NEVER;
      };
      void h.loop.stop(h.chatId);
    });
    h.deps.journal.updateRun = updateRun;
    const { run } = await restartWorker(h);
    expect(run).toMatchObject({ status: { outcome: 'stopped' }, control: null });
    expect(await h.results()).toEqual([
      'cancelled: Stopped before it ran.',
      'cancelled: Stopped before it ran.',
    ]);
    expect(h.notes.log).toEqual([]);
  });
});

describe('while a step loop takes its last step', () => {
  it('a decision is not missed', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH), says('Published.')]);
    // A queued event makes the loop read the record three times: once in the control, twice in the step loop.
    const look = holdLook(h, 3);
    await h.receive('shop', 'Closing soon.');
    await look.reached;
    const decided = h.decide('approve');
    await aWhile();
    look.letGo();
    await decided;
    expect((await h.settled()).state).toBe('completed');
    expect(h.notes.page.published).toEqual(['milk']);
  });

  it('a pause is carried out before a decision, and neither overwrites the other', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH), says('Published.')]);
    const look = holdLook(h, 3);
    await h.receive('shop', 'Closing soon.');
    await look.reached;
    await h.loop.pause(h.chatId);
    const decided = h.decide('approve');
    await aWhile();
    look.letGo();
    await decided;
    const { run } = await h.settled();
    expect(run?.status).toEqual({ state: 'paused', before: { state: 'waiting-for-tools' } });
    expect(h.notes.log).toEqual([]);
    expect((await h.control('resume')).state).toBe('completed');
    expect(h.notes.page.published).toEqual(['milk']);
  });

  it('a page that is back is not missed', async () => {
    const h = await createLoopHarness([
      () => {
        h.notes.close();
        return calls(add('eggs'));
      },
      says('Added.'),
    ]);
    const { updateRun } = h.deps.journal;
    h.deps.journal.updateRun = async (runId, changes, chat) => {
      await updateRun(runId, changes, chat);
      if (changes.status?.state !== 'waiting-for-agent-coordination') return;
      h.notes.reopen();
      void note(h, 'there');
      await aWhile();
    };
    expect((await h.send('Add eggs')).state).toBe('completed');
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });
});

it('a run that is set to done while its page is unreachable closes the rest of a partly decided approval request', async () => {
  const { h } = await userSends('Add both', [calls(add('eggs'), add('milk'))], {
    settings: { approvalPolicy: 'ask-every-change' },
  });
  const { id } = await h.pendingApproval();
  const { updateApproval } = h.deps.journal;
  h.deps.journal.updateApproval = async (...decided) => {
    await updateApproval(...decided);
    h.notes.close();
  };
  await decideFirst(h, { verdict: 'approve' });
  expect((await h.settled()).run?.status).toMatchObject({ state: 'waiting-for-agent-coordination' });
  await h.loop.requestStatus(h.chatId, { state: 'done' });
  expect((await h.settled()).state).toBe('done');
  expect(await h.db.approvals.get(id)).toMatchObject({ state: 'withdrawn' });
  expect(await h.results()).toEqual([
    'cancelled: Stopped before it ran.',
    'cancelled: Stopped before it ran.',
  ]);
});

it('calls that a forced end left open get their result before the queued message starts its run', async () => {
  const h = await createLoopHarness([calls(add('eggs')), says('Hello.')]);
  const { storeResponse } = h.deps.journal;
  h.deps.journal.storeResponse = async (entry) => {
    h.deps.journal.storeResponse = storeResponse;
    await h.write('Second');
    await storeResponse(entry);
    void h.loop.requestStatus(h.chatId, { state: 'done' });
    await aWhile();
  };
  await h.send('First');
  await vi.waitFor(async () =>
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']),
  );
  expect(await h.results()).toEqual(['cancelled: Stopped before it ran.']);
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
    expect(h.requests).toHaveLength(2);
  });
});

it('a call whose write token expires during several short waits before the page is refused, and the run continues', async () => {
  const h = await createLoopHarness([calls(add('eggs')), says('I see.')]);
  const { markStarted } = h.deps.journal;
  h.deps.journal.markStarted = async (...entry) => {
    await markStarted(...entry);
    for (let waits = 0; waits < 2; waits += 1) h.clock.pass(TOKEN_LIFE_MS * 0.6);
  };
  expect((await h.send('Add eggs')).state).toBe('completed');
  expect(await h.results()).toEqual([expect.stringMatching(/^not_authorised: /)]);
  expect(h.notes.log).toEqual([]);
});

describe('a call that was marked as started and not sent when its run was halted', () => {
  /** A run that is halted by `halt` right after its call was marked; at that moment the user edits the page. */
  async function haltedBeforeSending(halt: (h: LoopHarness) => Promise<void>, ...script: Turn[]) {
    const h = await createLoopHarness([calls(add('eggs')), ...script]);
    const { markStarted } = h.deps.journal;
    let halted = Promise.resolve();
    h.deps.journal.markStarted = async (...entry) => {
      await markStarted(...entry);
      h.deps.journal.markStarted = markStarted;
      h.notes.editByHand(['by hand']);
      halted = halt(h);
    };
    await h.send('Add eggs');
    await halted;
    await h.settled();
    return h;
  }

  it('is cancelled by a stop, and nobody has to look what became of it', async () => {
    const h = await haltedBeforeSending(({ loop, chatId }) => loop.stop(chatId));
    expect(await h.results()).toEqual(['cancelled: Stopped before it ran.']);
    expect(h.notes.log).toEqual([]);
    expect((await h.db.executions.toArray()).map(({ state, write }) => [state, write])).toEqual([
      ['done', null],
    ]);
  });
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
