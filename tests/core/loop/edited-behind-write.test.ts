// @document
import { describe, expect, it } from 'vitest';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { calls, type LoopHarness, says } from '../../fakes/loop-harness';
import { changesTold, pageSteps } from './dry-run-loop';
import { filterLoop } from './filter-loop';
import { type Call, SAVE } from './made-calls';

type Fake = Awaited<ReturnType<typeof filterLoop>>['fake'];
type Edit = (state: ModelFilterContext) => void;

/** The user edits the page right before its n-th reading after a write was sent. */
function editBehind(fake: Fake, what: string, nth: number, edit: Edit) {
  let reads = 0;
  const onRead = () => {
    reads += 1;
    if (reads === nth) fake.change(edit);
    else fake.faults.before = { 'get-state': onRead };
  };
  fake.faults.before = {
    [what]: () => {
      fake.faults.before = { 'get-state': onRead };
    },
  };
}

const IGNORE = (pattern: string): Call => ['add_ignore_rule', { pattern }];
const ADDS_A_RULE: Edit = (state) => {
  state.drafts = { ...state.drafts, gemini: { ignore: ['user*'], whitelist: [] } };
};
const openaiRules = (...ignore: string[]) => ({ openai: { ignore, whitelist: [] } });

const codes = async (h: LoopHarness) => (await h.results()).map((result) => result.split(':')[0]);
const audited = async (h: LoopHarness) =>
  (await h.db.audit.toArray()).map(({ success, errorCode }) => [success, errorCode]);
describe('a change that the page made, after which the user edits the page', () => {
  it.each<[string, (fake: Fake) => void]>([
    ['before it is read', (fake) => editBehind(fake, 'apply-state', 1, ADDS_A_RULE)],
    ['before it is read again', (fake) => editBehind(fake, 'apply-state', 2, ADDS_A_RULE)],
    [
      'right before the next change',
      (fake) => {
        let changes = 0;
        fake.faults.beforeEach = (kind) => {
          if (kind !== 'apply-state') return;
          changes += 1;
          if (changes === 2) fake.change(ADDS_A_RULE);
        };
      },
    ],
  ])(
    '%s → applied, the edit is attributed to the user, and the page refuses the next change',
    async (_, edit) => {
      const { h, fake } = await filterLoop(
        [calls(IGNORE('*-preview'), IGNORE('gpt-3*')), says('Done.')],
        {},
        {},
      );
      edit(fake);
      await h.send('Go');
      expect(await codes(h)).toEqual(['ok', 'page_changed']);
      expect(await audited(h)).toEqual([
        [true, null],
        [false, 'page_changed'],
      ]);
      expect(await pageSteps(h)).toEqual([
        ['execution', 'rule_added'],
        ['user', 'rule_added'],
      ]);
    },
  );

  it.each([1, 2])(
    'who reverts it before it is read for the %i. time → applied, and the revert is reported',
    async (nth) => {
      const { h, fake } = await filterLoop([calls(IGNORE('a*')), says('Done.')], {}, { roundsPerRun: 1 });
      editBehind(fake, 'apply-state', nth, (state) => Object.assign(state, { drafts: {} }));
      await h.send('Go');
      expect(await codes(h)).toEqual(['ok']);
      expect(await audited(h)).toEqual([[true, null]]);
      await h.send('And now?');
      expect(await pageSteps(h)).toEqual([
        ['execution', 'rule_added'],
        ['user', 'rule_removed'],
      ]);
      expect(await changesTold(h)).toMatchObject([{ type: 'rule_removed', pattern: 'a*' }]);
    },
  );

  it.each([1, 2])('which was a save, before it is read for the %i. time → applied', async (nth) => {
    const drafts = openaiRules('a*');
    const { h, fake } = await filterLoop(
      [calls(SAVE), says('Done.')],
      { drafts },
      { permissions: { save_changes: 'allow' } },
    );
    editBehind(fake, 'save', nth, ADDS_A_RULE);
    await h.send('Save');
    expect(fake.proxy.file).toEqual(drafts);
    expect(await codes(h)).toEqual(['ok']);
    expect(await audited(h)).toEqual([[true, null]]);
  });
});

it.each([1, 2])(
  'a rollback after which the user edits the page before reading no. %i → rolled back, and the edit stays',
  async (nth) => {
    const drafts = openaiRules('r1*');
    const { h, fake } = await filterLoop([calls(IGNORE('a*')), says('Done.'), says('Yes.')], { drafts }, {});
    await h.send('Go');
    const checkpoint = (await h.checkpoints()).find(({ reason }) => reason === 'before-changes');
    if (checkpoint === undefined) throw new Error('no checkpoint was taken');
    const { stateHash } = await h.rollback.preview(h.chatId, checkpoint.id);
    editBehind(fake, 'apply-state', nth, ADDS_A_RULE);
    await h.rollback.perform(h.chatId, checkpoint.id, stateHash, { strategy: 'replace' });
    expect(fake.state.drafts).toEqual({ ...drafts, gemini: { ignore: ['user*'], whitelist: [] } });
    await h.send('And now?');
    expect(await changesTold(h)).toMatchObject([{ type: 'rule_added', pattern: 'user*' }]);
    expect(await pageSteps(h)).toEqual([
      ['execution', 'rule_added'],
      ['restore', 'rule_removed'],
      ['user', 'rule_added'],
    ]);
  },
);

it('a page that accepts a change and doesn’t make it → not applied', async () => {
  const { h, fake } = await filterLoop([calls(IGNORE('a*')), says('Done.')], {}, {});
  fake.faults = { ignoresWrites: true };
  await h.send('Go');
  expect(await codes(h)).toEqual(['not_applied']);
  expect(await pageSteps(h)).toEqual([]);
});

it('the user edits the page while it is read for a request → the model sees a consistent state, and may write only to that', async () => {
  const { h, fake } = await filterLoop([calls(IGNORE('a*')), says('Done.')], {}, {});
  const { readContext } = h.deps.page;
  let readings = 0;
  h.deps.page.readContext = (...args) => {
    readings += 1;
    if (readings === 1) {
      fake.faults.before = {
        'get-state': () => {
          fake.faults.before = { 'get-state': () => fake.change(ADDS_A_RULE) };
        },
      };
    }
    return readContext(...args);
  };
  await h.send('Go');
  const shown = h.requests[0]?.messages.some(({ content }) => content?.includes('user*'));
  expect(shown).toBe(false);
  expect(await codes(h)).toEqual(['page_changed']);
  expect(fake.state.drafts.openai).toBeUndefined();
});
