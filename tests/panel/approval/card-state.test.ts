import { describe, expect, it } from 'vitest';
import {
  type CardAction,
  type CardState,
  callStateOf,
  choicesFor,
  INITIAL_CARD_STATE,
  isEdited,
  isModified,
  reduceCardState,
  refuseAll,
  shownArguments,
  toolsToAllow,
  upToFirstAsked,
  withNotes,
} from '@/src/panel/approval/card-state';
import { rawState } from '@/src/panel/approval/editing/form-state';
import { editOf } from '@/src/panel/approval/editing/read-form';
import { askedCall } from './approval-requests';

const ADD = askedCall('add', 'add_rule', { pattern: 'a*' });
const LOOK = askedCall('look', 'switch_provider', { provider: 'openai' }, { isAsked: false });
const SAVE = askedCall('save', 'save_changes');
const OPEN = [ADD, LOOK, SAVE];

const edited = (args: Parameters<typeof rawState>[0]): CardAction => ({
  type: 'edit',
  executionId: 'add',
  edit: editOf(rawState(args), ADD.args),
});

function wished(...actions: CardAction[]): CardState {
  return actions.reduce(reduceCardState, INITIAL_CARD_STATE);
}

describe('what the background is asked', () => {
  const whole = { args: null, leftOut: [] };
  const asProposed = OPEN.map(({ executionId }) => ({ executionId, verdict: 'approve', ...whole }));
  const [add, ...others] = asProposed;

  it.each<[string, CardAction[], object[], boolean]>([
    ['nothing was said', [], asProposed, false],
    [
      'a call is left out',
      [{ type: 'tick', executionId: 'add', isTicked: false }],
      [{ ...add, verdict: 'reject' }, ...others],
      true,
    ],
    [
      'it is ticked again',
      [
        { type: 'tick', executionId: 'add', isTicked: false },
        { type: 'tick', executionId: 'add', isTicked: true },
      ],
      asProposed,
      false,
    ],
    [
      'arguments are edited',
      [edited({ pattern: 'b*' })],
      [{ ...add, args: { pattern: 'b*' } }, ...others],
      true,
    ],
    [
      'arguments are edited and put back',
      [edited({ pattern: 'b*' }), edited({ pattern: 'a*' })],
      asProposed,
      false,
    ],
    [
      'rows are left out',
      [
        { type: 'leave-out', executionId: 'add', rowIds: ['1', '2'], isLeftOut: true },
        { type: 'leave-out', executionId: 'add', rowIds: ['1'], isLeftOut: false },
        { type: 'leave-out', executionId: 'add', rowIds: ['2', '3'], isLeftOut: true },
      ],
      [{ ...add, leftOut: ['2', '3'] }, ...others],
      true,
    ],
    [
      'an edited call is left out: its edits don’t matter',
      [
        edited({ pattern: 'b*' }),
        { type: 'leave-out', executionId: 'add', rowIds: ['1'], isLeftOut: true },
        { type: 'tick', executionId: 'add', isTicked: false },
      ],
      [{ ...add, verdict: 'reject' }, ...others],
      true,
    ],
    [
      'all is put back as the assistant wrote it',
      [
        edited({ pattern: 'b*' }),
        { type: 'leave-out', executionId: 'add', rowIds: ['1'], isLeftOut: true },
        { type: 'reset', executionId: 'add' },
      ],
      asProposed,
      false,
    ],
    [
      'only a tool is to be allowed',
      [{ type: 'allow-tool', tool: 'add_rule', isAllowed: true }],
      asProposed,
      false,
    ],
  ])('when %s', (_, actions, expected, touched) => {
    const choices = choicesFor(OPEN, wished(...actions));
    expect(choices).toEqual(expected);
    expect(isModified(choices)).toBe(touched);
  });

  it('says nothing against a call that the policy allows', () => {
    const cardState = wished({ type: 'tick', executionId: 'look', isTicked: false });
    expect(choicesFor(OPEN, cardState)).toEqual(asProposed);
  });
});

it('takes members in another order for no edit', () => {
  const call = askedCall('x', 'import_rules', { mode: 'merge', ignore: ['a'] });
  const edit = (args: Parameters<typeof rawState>[0]) => ({
    ...callStateOf(INITIAL_CARD_STATE, 'x'),
    edit: editOf(rawState(args), call.args),
  });
  expect(isEdited(call, edit({ ignore: ['a'], mode: 'merge' }))).toBe(false);
  expect(isEdited(call, edit({ ignore: ['b'], mode: 'merge' }))).toBe(true);
  expect(shownArguments(call, edit({ ignore: ['b'], mode: 'merge' }))).toEqual({
    ignore: ['b'],
    mode: 'merge',
  });
  expect(shownArguments(call, callStateOf(INITIAL_CARD_STATE, 'x'))).toBe(call.args);
});

it('gives a note to the calls that are left out, and to no other', () => {
  const cardState = wished(
    { type: 'note', executionId: 'add', note: ' Too wide ' },
    { type: 'note', executionId: 'save', note: 'Not yet' },
    { type: 'tick', executionId: 'add', isTicked: false },
  );
  const notes = withNotes(choicesFor(OPEN, cardState), cardState).map(({ verdict, note }) => [verdict, note]);
  expect(notes).toEqual([
    ['reject', 'Too wide'],
    ['approve', ''],
    ['approve', ''],
  ]);
});

it('refuses all that is asked, each call with its own note where it has one', () => {
  const cardState = wished(
    edited({ pattern: 'b*' }),
    { type: 'tick', executionId: 'add', isTicked: false },
    { type: 'note', executionId: 'add', note: ' Too wide ' },
    // Written, but the call was ticked again.
    { type: 'note', executionId: 'save', note: 'Not yet' },
  );
  const nothing = { args: null, leftOut: [] };
  expect(refuseAll(OPEN, cardState, ' Start over ')).toEqual([
    { executionId: 'add', verdict: 'reject', ...nothing, note: 'Too wide' },
    { executionId: 'look', verdict: 'approve', ...nothing, note: '' },
    { executionId: 'save', verdict: 'reject', ...nothing, note: 'Start over' },
  ]);
});

it.each([
  ['an asked call stands first', [ADD, LOOK, SAVE], ['add']],
  ['allowed ones come before it', [LOOK, SAVE, ADD], ['look', 'save']],
  ['nothing is asked', [LOOK], []],
])('knows the first that can be decided by itself when %s', (_, open, ids) => {
  expect(upToFirstAsked(open).map(({ executionId }) => executionId)).toEqual(ids);
});

it.each<[string, CardAction[], string[]]>([
  ['is marked and approved', [], ['save_changes']],
  ['is marked, but left out', [{ type: 'tick', executionId: 'save', isTicked: false }], []],
  ['is marked no more', [{ type: 'allow-tool', tool: 'save_changes', isAllowed: false }], []],
])('allows a tool from now on where it %s', (_, actions, tools) => {
  const cardState = wished({ type: 'allow-tool', tool: 'save_changes', isAllowed: true }, ...actions);
  expect(toolsToAllow(OPEN, cardState, choicesFor(OPEN, cardState))).toEqual(tools);
});
