// @document
import { describe, expect, it } from 'vitest';
import { calls, type LoopHarness, says, userSends } from '../../fakes/loop-harness';
import { filterLoop } from './filter-loop';
import { add, PUBLISH } from './made-calls';

/** The user approves; if the preview is outdated, it is renewed, and the user approves again. */
async function approveTwice(h: LoopHarness): Promise<void> {
  await expect(h.decide('approve')).rejects.toMatchObject({ code: 'page-changed' });
  await h.decided('approve');
}

/** The preview of each call in the approval request. */
async function cardOf(h: LoopHarness): Promise<string[]> {
  const { preview } = await h.pendingApproval();
  return preview.dryRun.calls.map((dryRun) => (dryRun.kind === 'change' ? 'change' : dryRun.result.message));
}

describe.each([
  ['calls that ask', { permissions: { add_note: 'ask' as const } }, []],
  ['a plan', { planMode: true }, [says('That is the plan.')]],
])('an approval of %s of which one would have no effect on the changed page', (_what, settings, more) => {
  it.each([
    ['the first', ['a', 'b'], ['a'], ['Known.', 'change'], ['milk', 'a', 'b']],
    ['two of them', ['a', 'b', 'c'], ['a', 'b'], ['Known.', 'Known.', 'change'], ['milk', 'a', 'b', 'c']],
    ['the middle', ['a', 'b', 'c'], ['b'], ['change', 'Known.', 'change'], ['milk', 'b', 'a', 'c']],
    ['all', ['a', 'b'], ['a', 'b'], ['Known.', 'Known.'], ['milk', 'a', 'b']],
  ])('runs the others: %s', async (_which, made, byHand, card, notes) => {
    const { h } = await userSends('Add them', [calls(...made.map(add)), ...more, says('Done.')], {
      hasDryRuns: true,
      settings,
    });
    h.notes.editByHand(['milk', ...byHand]);
    await expect(h.decide('approve')).rejects.toMatchObject({ code: 'page-changed' });
    expect(await cardOf(h)).toEqual(card);
    await h.decided('approve');
    expect(h.notes.page.notes).toEqual(notes);
    expect((await h.results()).slice(-made.length).map((text) => text.split(':')[0])).toEqual(
      card.map((said) => (said === 'change' ? 'ok' : 'duplicate')),
    );
    expect((await h.record()).state).toBe('completed');
  });
});

it('a call that the policy allows between approved ones runs as shown, after a call without effect', async () => {
  const made = calls(['remove_note', { text: 'milk' }], add('a'), PUBLISH);
  const settings = { permissions: { remove_note: 'ask' as const } };
  const { h } = await userSends('Start over, and publish', [made, says('Done.')], {
    hasDryRuns: true,
    settings,
  });
  h.notes.editByHand(['tea']);
  await approveTwice(h);
  expect(await h.results()).toEqual(['missing: Unknown.', 'ok: Added a.', 'ok: Published 2.']);
  expect(h.notes.page.published).toEqual(['tea', 'a']);
});

describe('on a filter page', () => {
  const RULES = { openai: { ignore: ['*-preview'], whitelist: [] } };
  const O1: [string, unknown] = ['add_ignore_rule', { pattern: 'o1' }];

  async function asking(...made: [string, unknown][]) {
    const script = [calls(...made), says('Done.')];
    const { h, fake } = await filterLoop(script, { drafts: RULES }, { approvalPolicy: 'ask-every-change' });
    await h.send('Tidy up');
    return { h, fake };
  }

  it('a reload that makes a call pointless doesn’t keep the others from running', async () => {
    const { h, fake } = await asking(['remove_ignore_rule', { pattern: '*-preview' }], O1);
    fake.change((state) => {
      state.drafts = {};
    });
    await approveTwice(h);
    expect(fake.state.drafts).toEqual({ openai: { ignore: ['o1'], whitelist: [] } });
    expect((await h.results()).map((text) => text.split(':')[0])).toEqual(['rule_not_found', 'ok']);
  });

  it('a call of which every part is left out has no effect, and the others run', async () => {
    const { h, fake } = await asking(
      ['import_rules', { ignore: ['gpt-4', 'gpt-4o'], whitelist: [], mode: 'merge' }],
      O1,
    );
    const { id, calls: asked, preview } = await h.pendingApproval();
    const choices = asked.map(({ executionId }) => {
      const rows = preview.dryRun.calls.find((dryRun) => dryRun.executionId === executionId)?.rows ?? [];
      return {
        executionId,
        verdict: 'approve' as const,
        args: null,
        leftOut: rows.map((row) => row.id),
        note: '',
      };
    });
    const { preview: seen } = await h.loop.previewApproval(id, choices);
    expect(seen?.dryRun.calls.map(({ kind }) => kind)).toEqual(['failure', 'change']);
    const answer = { digest: seen?.digest ?? '', choices, allowTools: [] };
    await h.loop.decideApproval(id, answer, h.consents.give(id));
    await h.settled();
    expect(fake.state.drafts).toEqual({ openai: { ignore: ['*-preview', 'o1'], whitelist: [] } });
    const [first, second] = await h.results();
    expect(first).toMatch(/^nothing_to_change: The user changed this call; what ran is import_rules/);
    expect(second).toMatch(/^ok/);
  });
});
