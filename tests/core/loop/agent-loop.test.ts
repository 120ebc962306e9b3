import { describe, expect, it, vi } from 'vitest';
import { answerAll } from '../../fakes/answer-approval-request';
import { calls, createLoopHarness, fails, says } from '../../fakes/loop-harness';

const roles = (messages: { role: string }[]) => messages.map((message) => message.role);

describe('a run', () => {
  it('ends with the first response without a call', async () => {
    const h = await createLoopHarness([says('You have 1 note.')]);
    const { conversation, run } = await h.send('How many?');
    expect(roles(conversation)).toEqual(['user', 'assistant']);
    expect(run?.status).toMatchObject({ state: 'waiting-for-system-input', outcome: 'completed' });
    expect(await h.checkpoints()).toEqual([]);
  });

  it('takes a checkpoint before the first write of a response, runs the calls in order and sends the model their results', async () => {
    const h = await createLoopHarness([
      calls(['add_note', { text: 'eggs' }], ['add_note', { text: 'flour' }]),
      says('Added both.'),
    ]);
    const { conversation } = await h.send('Add eggs and flour');
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'flour']);
    expect(roles(conversation)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
    const [checkpoint, ...others] = await h.checkpoints();
    expect(others).toEqual([]);
    expect(checkpoint?.content).toEqual({ kind: 'full', state: { notes: ['milk'] } });
    expect(checkpoint?.calls.map(({ executionId: _, ...call }) => call)).toEqual([
      { name: 'add_note', args: { text: 'eggs' }, success: true, message: 'Added eggs.' },
      { name: 'add_note', args: { text: 'flour' }, success: true, message: 'Added flour.' },
    ]);
  });

  it('takes no checkpoint for reads', async () => {
    const h = await createLoopHarness([calls(['count_notes', {}]), says('1')]);
    await h.send('Count');
    expect(await h.checkpoints()).toEqual([]);
  });

  it('pairs results with calls when the model gives every call the same id', async () => {
    const h = await createLoopHarness([
      calls(['add_note', { text: 'eggs' }], ['find_note', { text: 'milk' }]),
      says('Done.'),
    ]);
    await h.send('Go');
    const sent = h.requests[1]?.messages ?? [];
    const made = sent.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [],
    );
    const answered = sent.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
    expect(new Set(made).size).toBe(2);
    expect(answered).toEqual(made);
  });

  it('runs the other calls when one fails, and sends the model each result', async () => {
    const h = await createLoopHarness([
      calls(['add_note', { text: 'eggs' }], ['add_note', { text: 'milk' }], ['add_note', { text: 'tea' }]),
      says('Two of three.'),
    ]);
    const { conversation } = await h.send('Add three');
    const results = conversation.flatMap((message) =>
      message.role === 'tool' ? [message.result.success] : [],
    );
    expect(results).toEqual([true, false, true]);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'tea']);
  });

  it('never lets two writes overlap', async () => {
    const h = await createLoopHarness([
      calls(['add_note', { text: 'a' }], ['add_note', { text: 'b' }], ['remove_note', { text: 'a' }]),
      says('Done.'),
    ]);
    h.notes.hooks.beforeExecute = () => new Promise((resolve) => setTimeout(resolve, 2));
    await h.send('Go');
    expect(h.notes.writesOverlapped()).toBe(false);
    expect(h.notes.page.notes).toEqual(['milk', 'b']);
  });
});

it('stores how long the page took for a call', async () => {
  const h = await createLoopHarness([calls(['count_notes', {}]), says('Done.')]);
  h.notes.hooks.beforeExecute = async () => h.clock.pass(250);
  await h.send('Count');
  const result = h.events.find((event) => event.type === 'tool-result-processed');
  // The test clock advances by one at each reading.
  expect(result?.durationMs).toBe(251);
});

describe('what a run sends', () => {
  it('makes each request of a run a prefix of the next, with the page state once', async () => {
    const h = await createLoopHarness([
      calls(['add_note', { text: 'eggs' }]),
      calls(['count_notes', {}]),
      says('Done.'),
    ]);
    await h.send('Add eggs, then count');
    for (const [index, request] of h.requests.entries()) {
      const next = h.requests[index + 1];
      if (next === undefined) break;
      expect(next.messages.slice(0, request.messages.length)).toEqual(request.messages);
      expect(next.tools).toEqual(request.tools);
    }
    const whole = JSON.stringify(h.requests.at(-1)?.messages);
    expect(whole.match(/<page-state /g)).toHaveLength(1);
  });

  it('reports typed changes after a round of writes, at the end of the last result', async () => {
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Done.')]);
    await h.send('Add eggs');
    const last = h.requests[1]?.messages.at(-1);
    expect(last?.content).toMatch(
      /\[PAGE UPDATED\]\n<page-changes id="[^"]+">\n\S+ note_added \{"note":"eggs"\}/,
    );
  });

  it('reports the user’s changes since the previous message, and none of the run’s own', async () => {
    const h = await createLoopHarness([
      calls(['add_note', { text: 'eggs' }]),
      says('Added.'),
      says('You added tea.'),
    ]);
    await h.send('Add eggs');
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    const { conversation } = await h.send('What did I do?');
    const asked = conversation.findLast((message) => message.role === 'user');
    expect(asked).toMatchObject({ changes: [{ type: 'note_added', note: 'tea' }] });
    const sent = h.requests[2]?.messages.at(-1)?.content;
    expect(sent).toContain('note_added {"note":"tea"}');
    expect(sent).not.toContain('"eggs"}');
  });

  it('sends the page state of the newest run only, and page updates of the newest run only', async () => {
    const h = await createLoopHarness([
      calls(['add_note', { text: 'eggs' }]),
      says('Added.'),
      says('Hello.'),
    ]);
    await h.send('Add eggs');
    await h.send('Hello');
    const whole = JSON.stringify(h.requests[2]?.messages);
    expect(whole.match(/<page-state /g)).toHaveLength(1);
    expect(whole).not.toContain('<page-changes id=');
  });
});

describe('a call that cannot be run as written', () => {
  it('returns the nearest name and a hint to the model, and the corrected call runs', async () => {
    const h = await createLoopHarness([
      calls(['ad_note', { text: 'eggs' }]),
      calls(['add_note', { txt: 'eggs' }]),
      calls(['add_note', { text: 'eggs' }]),
      says('Added.'),
    ]);
    const { conversation, run } = await h.send('Add eggs');
    const messages = conversation.flatMap((message) =>
      message.role === 'tool' ? [message.result.message] : [],
    );
    expect(messages[0]).toContain('Did you mean "add_note"?');
    expect(messages[1]).toContain('Did you mean "text"?');
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(run).toMatchObject({ invalidCalls: 0, round: 2 });
  });

  it('counts as a round if another call of the response can be run', async () => {
    const h = await createLoopHarness([
      calls(['ad_note', { text: 'eggs' }], ['add_note', { text: 'flour' }]),
      says('Added one.'),
    ]);
    expect((await h.send('Add both')).run?.round).toBe(2);
  });

  it('counts as an invalid attempt also in a response that was cut off', async () => {
    const cut = calls(['add_note', { text: 'eggs' }]).with(-1, { type: 'finish', reason: 'length' });
    const h = await createLoopHarness([cut, says('I see.')]);
    await h.send('Add eggs');
    expect(h.events).toContainEqual(expect.objectContaining({ type: 'call-invalid', count: 1 }));
  });

  it('ends the run with an error after the fourth in a row', async () => {
    const h = await createLoopHarness(Array.from({ length: 5 }, () => calls(['nonsense', {}])));
    const { run } = await h.send('Go');
    expect(run?.error?.code).toBe('invalid-calls');
    expect(h.requests).toHaveLength(4);
  });
});

describe('an approval', () => {
  const script = [calls(['add_note', { text: 'eggs' }], ['publish', {}]), says('Published.')];

  it('pauses the run before the call, and the call doesn’t run', async () => {
    const h = await createLoopHarness(script);
    const { run } = await h.send('Add eggs and publish');
    expect(run?.status.state).toBe('waiting-for-approval');
    expect(h.notes.page).toEqual({ notes: ['milk', 'eggs'], published: ['milk'] });
    expect(h.requests).toHaveLength(1);
  });

  it('lets the call run after approval, also in a restarted worker', async () => {
    const h = await createLoopHarness(script);
    await h.send('Add eggs and publish');
    const reborn = h.restart();
    await h.decide('approve');
    while (reborn.isBusy()) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(h.notes.page.published).toEqual(['milk', 'eggs']);
    expect((await h.record()).run?.status).toMatchObject({ outcome: 'completed' });
    expect(h.notes.log).toEqual(['add_note {"text":"eggs"}', 'publish {}']);
  });

  it('sends the model a rejection with its reason', async () => {
    const h = await createLoopHarness(script);
    await h.send('Add eggs and publish');
    await h.decide('reject', 'not on a Friday');
    const { conversation } = await h.settled();
    const result = conversation.findLast((message) => message.role === 'tool');
    expect(result).toMatchObject({
      result: {
        success: false,
        error_code: 'rejected_by_user',
        message: expect.stringContaining('not on a Friday'),
      },
    });
    expect(h.notes.page.published).toEqual(['milk']);
  });

  it('can be decided once only', async () => {
    const h = await createLoopHarness(script);
    await h.send('Add eggs and publish');
    const question = await h.pendingApproval();
    await h.decide('approve');
    await h.settled();
    const again = h.loop.decideApproval(
      question.id,
      answerAll(question, 'approve'),
      h.consents.give(question.id),
    );
    await expect(again).rejects.toMatchObject({ code: 'approval-gone' });
  });

  it('is withdrawn when the run is stopped, and the call gets a result', async () => {
    const h = await createLoopHarness([...script, says('Hello.')]);
    await h.send('Add eggs and publish');
    await h.loop.stop(h.chatId);
    const [approval] = await h.db.approvals.toArray();
    expect(approval?.state).toBe('withdrawn');
    const { conversation, run } = await h.record();
    expect(run?.status).toMatchObject({ state: 'waiting-for-system-input', outcome: 'stopped' });
    expect(conversation.at(-1)).toMatchObject({ role: 'tool', result: { error_code: 'cancelled' } });
  });

  it('is requested again when the user changed the page meanwhile, and then applies to the present page', async () => {
    const h = await createLoopHarness(script);
    await h.send('Add eggs and publish');
    h.notes.editByHand(['something else']);
    await expect(h.decide('approve')).rejects.toMatchObject({ code: 'page-changed' });
    await h.settled();
    expect(h.notes.page.published).toEqual(['milk']);
    expect((await h.pendingApproval()).preview.since).toEqual([
      { kind: 'removed', text: 'milk' },
      { kind: 'removed', text: 'eggs' },
      { kind: 'added', text: 'something else' },
    ]);
    await h.decide('approve');
    await h.settled();
    expect(h.notes.page.published).toEqual(['something else']);
    expect(JSON.stringify(h.requests[1]?.messages.at(-1))).toContain('note_added');
  });
});

describe('a page that the user changed during the request', () => {
  const changedMeanwhile = async (call: [name: string, args: unknown]) => {
    const h = await createLoopHarness([
      () => {
        h.notes.editByHand(['milk', 'tea']);
        return calls(call);
      },
      says('I see.'),
    ]);
    await h.send('Go');
    return h.results();
  };

  it('is still read', async () => {
    expect(await changedMeanwhile(['count_notes', {}])).toEqual(['ok: 2 notes.']);
  });

  it('is not written to', async () => {
    const [result] = await changedMeanwhile(['add_note', { text: 'eggs' }]);
    expect(result).toMatch(/^page_changed: /);
  });
});

describe('an error', () => {
  it('is stored with the run, not as a message, and Retry continues from there', async () => {
    const h = await createLoopHarness([fails('auth'), says('Here.')]);
    const failed = await h.send('Hello');
    expect(failed.run?.error).toMatchObject({ code: 'auth', remedy: 'Retry.' });
    expect(roles(failed.conversation)).toEqual(['user']);
    await h.loop.retry(h.chatId);
    const { run, conversation } = await h.settled();
    expect(run).toMatchObject({ error: null, attempt: 2 });
    expect(roles(conversation)).toEqual(['user', 'assistant']);
    expect(h.requests[1]).toEqual(h.requests[0]);
  });

  it('in the middle of a run keeps completed calls, and Retry doesn’t repeat them', async () => {
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), fails('auth'), says('Added.')]);
    await h.send('Add eggs');
    await h.loop.retry(h.chatId);
    await h.settled();
    expect(h.notes.log).toEqual(['add_note {"text":"eggs"}']);
  });

  it('of an unreachable page refuses the message and leaves the record unchanged', async () => {
    const h = await createLoopHarness([]);
    h.notes.close();
    await expect(h.loop.sendUserMessage(h.chatId, 'Hello')).rejects.toMatchObject({ code: 'page-gone' });
    expect((await h.record()).messages).toEqual([]);
  });

  it('leaves no call without a result when the next message is sent instead of a retry', async () => {
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Hello.')]);
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    h.notes.hooks.beforeExecute = async () => {
      h.notes.close();
      throw new Error('the tab crashed');
    };
    await h.send('Add eggs');
    h.notes.reopen();
    await h.send('Hello');
    const sent = h.requests[1]?.messages ?? [];
    expect(sent.filter((message) => message.role === 'tool')).toHaveLength(1);
    expect(JSON.stringify(sent)).toContain('not_applied');
    expect(reported).toHaveBeenCalled();
  });
});

describe('the limit of rounds', () => {
  it('makes the run wait for the user after ten rounds, and Continue allows ten more', async () => {
    const h = await createLoopHarness([
      ...Array.from({ length: 11 }, (_, index) => calls(['find_note', { text: `note ${index}` }])),
      says('Done.'),
    ]);
    const { run } = await h.send('Count on');
    expect(run?.status).toEqual({ state: 'waiting-for-user-input', reason: 'round-limit' });
    expect(h.requests).toHaveLength(10);
    await h.loop.continueRun(h.chatId);
    expect((await h.settled()).run?.status).toMatchObject({ outcome: 'completed' });
  });
});
