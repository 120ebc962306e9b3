// @document
import { describe, expect, it } from 'vitest';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { calls, says, type Turn } from '../../fakes/loop-harness';
import { filterLoop } from './filter-loop';
import { atNext, restartWorker } from './interruptions';
import { FINISH } from './made-calls';
import { REPLACE, rollBackTo } from './revise';

/** A chat in plan mode about a filter page with the models of openai. */
const planning = (script: Turn[], settings: Partial<ChatSettings> = {}) =>
  filterLoop(script, {}, { planMode: true, ...settings });

const BLOCK = calls(['add_ignore_rule', { pattern: '*-preview' }]);
const KEEP = calls(['add_whitelist_rule', { pattern: 'o1-preview' }], ['save_changes', {}]);
const SUMMARY = says('It would hide one preview and keep the other.');

const RULES = { openai: { ignore: ['*-preview'], whitelist: ['o1-preview'] } };

describe('a chat in plan mode', () => {
  it('collects the model’s calls over several rounds, with a dry run of each after those before it, and requests approval of all, whatever the policy says', async () => {
    const { h, fake } = await planning([BLOCK, KEEP, SUMMARY], { permissions: { save_changes: 'allow' } });
    await h.send('Hide the previews but o1, and save');
    const planned = (await h.results()).map((line) => line.split(' The page is')[0]);
    expect(planned).toEqual([
      'ok: Planned, not done: Hides 2 models.',
      'ok: Planned, not done: Brings back 1 model.',
      expect.stringContaining('ok: Planned, not done: Clients lose '),
    ]);
    expect(fake.state.drafts).toEqual({});
    expect(await h.checkpoints()).toEqual([]);
    // The prompt describes plan mode, and the results say that nothing was done.
    expect(h.requests[0]?.messages[0]?.content).toContain('plan mode');
    expect(h.requests[2]?.messages.at(-1)?.content).not.toContain('PAGE UPDATED');
    const question = await h.pendingApproval();
    expect(question.calls.map(({ label, isAsked }) => [label, isAsked])).toEqual([
      ['add_ignore_rule("*-preview")', true],
      ['add_whitelist_rule("o1-preview")', true],
      ['save_changes()', true],
    ]);
    expect((await h.record()).state).toBe('waiting-for-approval');
  });

  it('that is read-only, too, has nothing to plan: each change is refused, and the prompt says so', async () => {
    const { h, fake } = await planning([BLOCK, says('It would hide one.')], { approvalPolicy: 'read-only' });
    await h.send('Hide the previews');
    expect(await h.results()).toEqual([
      expect.stringContaining('This chat is read-only, so add_ignore_rule'),
    ]);
    expect(fake.state.drafts).toEqual({});
    expect(h.requests[0]?.messages[0]?.content).toContain('This chat is read-only');
    expect(h.requests[0]?.messages[0]?.content).not.toContain('plan mode');
  });

  it('applies it after one decision and one checkpoint, and the model concludes from the results', async () => {
    const { h, fake } = await planning([BLOCK, KEEP, SUMMARY, says('Done and saved.')]);
    await h.send('Hide the previews but o1, and save');
    await h.decided('approve');
    expect(fake.proxy.file).toEqual(RULES);
    expect(await h.checkpoints()).toHaveLength(1);
    expect((await h.record()).state).toBe('completed');
    expect((await h.db.audit.toArray()).map(({ subject, decision }) => [subject, decision])).toEqual([
      ['add_ignore_rule', 'approved'],
      ['add_whitelist_rule', 'approved'],
      ['save_changes', 'approved'],
    ]);
    // In a request the plan's calls are part of the response before them, so that no two assistant messages are adjacent.
    const roles = h.requests[3]?.messages.map(({ role }) => role).slice(-4);
    expect(roles).toEqual(['assistant', 'tool', 'tool', 'tool']);
    expect(h.requests[3]?.messages.at(-4)).toMatchObject({
      content: 'It would hide one preview and keep the other.',
      tool_calls: [{}, {}, {}],
    });
    // The rollback reverts the whole plan.
    const [checkpoint] = await h.checkpoints();
    await rollBackTo(h, checkpoint, REPLACE);
    expect(fake.state.drafts).toEqual({});
  });

  it('changes nothing if the user rejects it, and a corrected plan has its own approval request', async () => {
    const other = calls(['add_ignore_rule', { pattern: 'o1*' }]);
    const { h, fake } = await planning([BLOCK, SUMMARY, other, says('It would hide both o1.')]);
    await h.send('Hide the previews');
    await h.decided('reject', 'only the o1');
    expect(fake.state.drafts).toEqual({});
    expect((await h.pendingApproval()).calls.map(({ label }) => label)).toEqual(['add_ignore_rule("o1*")']);
    expect(h.requests[2]?.messages.at(-1)?.content).toContain('only the o1');
  });

  it('requests no approval if nothing was planned', async () => {
    const { h } = await planning([says('45 models.')]);
    expect((await h.send('How many?')).state).toBe('completed');
  });

  it('refuses finish_task while a plan is open', async () => {
    const { h } = await planning([BLOCK, calls(FINISH), SUMMARY]);
    await h.send('Hide the previews');
    expect((await h.results()).at(-1)).toMatch(/^plan_open: Not finished yet/);
    expect(await h.pendingApproval()).toMatchObject({ state: 'pending' });
  });

  it('continues with the plan in a restarted worker', async () => {
    const { h } = await planning([BLOCK, SUMMARY]);
    const died = new Promise<void>((resolve) => {
      atNext(h, 'storeResponse', 'after', ({ message }) => {
        if (message.plan !== true) return false;
        resolve();
        return new Promise(() => undefined);
      });
    });
    void h.send('Hide the previews');
    await died;
    await restartWorker(h);
    await expect.poll(() => h.db.approvals.count()).toBe(1);
  });
});
