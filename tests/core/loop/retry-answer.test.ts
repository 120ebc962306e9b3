import { describe, expect, it } from 'vitest';
import { ownSettings } from '@/src/core/policy/under-policy';
import { calls, fails, type LoopHarness, says, type Turn, userSends } from '../../fakes/loop-harness';
import { redo, responds, spoken } from '../checkpoints/take-responses';
import { add, COUNT, USAGE } from './made-calls';
import { messageAt, previewRevision, revise, reviseAt } from './revise';

const rows = async (h: LoopHarness) =>
  (await h.record()).conversation.flatMap((message) =>
    message.role === 'accounting' ? [message.reason] : [],
  );

describe('retrying an answer', () => {
  it('sets it aside and sends the same request again in the same run', async () => {
    const { h, run } = await userSends('First', [says('One.'), says('Better.')]);
    const { preview, record } = await reviseAt(h, 'assistant', 0, null, 'keep');
    expect(preview).toMatchObject({ messagesSetAside: 1, page: { kind: 'unchanged' } });
    expect(await spoken(h)).toEqual(['First', 'Better.']);
    expect(h.requests[1]).toEqual(h.requests[0]);
    expect(record.run).toMatchObject({ id: run?.id, attempt: 2, status: { outcome: 'completed' } });
    expect(await rows(h)).toEqual(['Answer retried']);
    expect(record.messages.find(({ role }) => role === 'rollback')).toMatchObject({ kind: 'retry' });
  });

  it('sets later runs aside too, and continues the answer’s own run', async () => {
    const { h, run } = await userSends('First', [says('One.'), says('Two.'), says('Uno.')]);
    await h.send('Second');
    const { record } = await reviseAt(h, 'assistant', 0, null, 'keep');
    expect(await spoken(h)).toEqual(['First', 'Uno.']);
    expect(record.run?.id).toBe(run?.id);
  });

  const useUp = async (h: LoopHarness) => {
    const { settings } = (await h.record()).chat;
    await h.db.chats.update(h.chatId, { settings: { ...ownSettings(settings), tokenBudget: 100 } });
  };
  const unchoose = (h: LoopHarness) => Object.assign(h.choice, { model: null });

  it.each<[string, string, string | null, (h: LoopHarness) => unknown]>([
    ['the budget is used up', 'budget-reached', null, useUp],
    ['the budget is used up, and so is an edit', 'budget-reached', 'Second', useUp],
    ['no model is chosen', 'model-missing', null, unchoose],
    ['no model is chosen, and so is an edit', 'model-missing', 'Second', unchoose],
    ['the page is closed', 'page-gone', null, (h) => h.notes.close()],
  ])('is refused if %s, and the answer stays', async (_, code, text, close) => {
    const { h } = await userSends('First', [[USAGE, ...says('One.')]]);
    const { id } = await messageAt(h, text === null ? 'assistant' : 'user', 0);
    const before = await h.record();
    await expect(revise(h, id, text, 'keep', () => close(h))).rejects.toMatchObject({ code });
    expect((await h.settled()).messages).toEqual(before.messages);
  });

  const TEA = { type: 'note_added', note: 'tea' };
  const byAssistant = (note: string) => ({ type: 'note_added', note, by: 'the assistant' });

  it.each<[string, string[], number, 'keep' | 'roll-back', string[], object[] | null]>([
    [
      'kept, if the first changed it',
      ['+eggs'],
      0,
      'keep',
      ['milk', 'eggs', 'tea'],
      [byAssistant('eggs'), TEA],
    ],
    [
      'kept, if a later one changed it',
      ['count_notes', '+flour'],
      1,
      'keep',
      ['milk', 'flour', 'tea'],
      [byAssistant('flour'), TEA],
    ],
    ['rolled back', ['+eggs', '+flour'], 1, 'roll-back', ['milk', 'eggs'], null],
  ])('has an event report the page as it is now, %s', async (_, responses, place, choice, notes, changes) => {
    const script = [...responses.map(responds), says('Done.'), says('Again.')];
    const { h } = await userSends('Add notes', script, { hasDryRuns: true });
    h.notes.editByHand([...h.notes.page.notes, 'tea']);
    await reviseAt(h, 'assistant', place, null, choice);
    expect(h.notes.page.notes).toEqual(notes);
    const [event, answer] = (await h.record()).conversation.slice(-2);
    expect(event).toMatchObject({ role: 'system', scope: 'steward', ...(changes && { news: { changes } }) });
    expect(answer).toMatchObject({ role: 'assistant', content: 'Again.' });
    expect(h.requests.at(-1)?.messages.at(-1)?.content).toContain(`notes: ${JSON.stringify(notes)}`);
  });

  it('writes “Retry after error” if the conversation ended with one', async () => {
    const { h } = await userSends('Count', [calls(COUNT), fails('auth'), says('One note.')]);
    expect((await h.record()).run?.error).not.toBeNull();
    const { record } = await reviseAt(h, 'assistant', 0, null, 'keep');
    expect(await rows(h)).toEqual(['Retry after error']);
    expect(record.run).toMatchObject({ error: null, status: { outcome: 'completed' } });
  });

  it('shows the page as it is also after an earlier retry of its run was undone', async () => {
    const script = [calls(add('eggs')), says('Added.'), says('None.'), says('Yes.')];
    const { h } = await userSends('Add eggs', script, { hasDryRuns: true });
    h.notes.editByHand(['tea']);
    await reviseAt(h, 'assistant', 0, null, 'keep');
    await redo(h);
    expect(await spoken(h)).toEqual(['Add eggs', '', 'Added.']);
    await reviseAt(h, 'assistant', 1, null, 'keep');
    expect(h.requests[3]?.messages.at(-1)?.content).toContain('notes: ["tea"]');
  });

  it('is refused for a plan, which Steward made', async () => {
    const script = [calls(add('eggs')), says('Planned.')];
    const { h } = await userSends('Add eggs', script, { hasDryRuns: true, settings: { planMode: true } });
    await h.decide('reject');
    await h.loop.stop(h.chatId).catch(() => undefined);
    const plan = (await h.record()).messages.find((message) => message.role === 'assistant' && message.plan);
    expect(plan).toBeDefined();
    await expect(previewRevision(h, 'retry', plan?.id ?? '')).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

const cut: Turn = async function* () {
  yield { type: 'content', text: 'Hal' };
  throw new Error('cut');
};

it.each([
  ['one row, once, if the dropped answer may have used tokens', [cut, fails('auth')], ['Retry after error']],
  ['no row if the endpoint refused the request', [fails('auth')], []],
])('retrying a failed request writes %s', async (_, failures, reasons) => {
  const { h } = await userSends('Hello', [...failures, says('Hello.')]);
  for (const _failure of failures) {
    await h.control('retry');
  }
  const { conversation } = await h.record();
  expect(conversation.filter(({ role }) => role === 'accounting')).toMatchObject(
    reasons.map((reason) => ({ reason, discardedMessages: 0 })),
  );
});
