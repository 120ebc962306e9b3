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
  type: 'change',
  executionId: 'add',
  changes: { edit: editOf(rawState(args), ADD.args) },
});

const tick = (executionId: string, isTicked: boolean): CardAction => ({
  type: 'change',
  executionId,
  changes: { isTicked },
});
const leaveOut = (...rowIds: string[]): CardAction => ({
  type: 'leave-out',
  executionId: 'add',
  rowIds,
  isLeftOut: true,
});
const reason = (executionId: string, note: string): CardAction => ({
  type: 'change',
  executionId,
  changes: { note },
});

function stateAfter(...actions: CardAction[]): CardState {
  return actions.reduce(reduceCardState, INITIAL_CARD_STATE);
}

describe('choices sent to the background', () => {
  const whole = { args: null, leftOut: [] };
  const asProposed = OPEN.map(({ executionId }) => ({ executionId, verdict: 'approve', ...whole }));
  const [add, ...others] = asProposed;

  it.each<[string, CardAction[], object[], boolean]>([
    ['nothing was changed', [], asProposed, false],
    ['a call is omitted', [tick('add', false)], [{ ...add, verdict: 'reject' }, ...others], true],
    ['it is selected again', [tick('add', false), tick('add', true)], asProposed, false],
    [
      'arguments are edited',
      [edited({ pattern: 'b*' })],
      [{ ...add, args: { pattern: 'b*' } }, ...others],
      true,
    ],
    [
      'arguments are edited and restored',
      [edited({ pattern: 'b*' }), edited({ pattern: 'a*' })],
      asProposed,
      false,
    ],
    [
      'rows are omitted',
      [
        leaveOut('1', '2'),
        { type: 'leave-out', executionId: 'add', rowIds: ['1'], isLeftOut: false },
        leaveOut('2', '3'),
      ],
      [{ ...add, leftOut: ['2', '3'] }, ...others],
      true,
    ],
    [
      'an edited call is omitted, which discards its edits',
      [edited({ pattern: 'b*' }), leaveOut('1'), tick('add', false)],
      [{ ...add, verdict: 'reject' }, ...others],
      true,
    ],
    [
      'all is reset to the assistant’s version',
      [edited({ pattern: 'b*' }), leaveOut('1'), { type: 'reset', executionId: 'add' }],
      asProposed,
      false,
    ],
    ['a call that the policy allows is omitted', [tick('look', false)], asProposed, false],
    [
      'only a tool is to be allowed',
      [{ type: 'allow-tool', tool: 'add_rule', isAllowed: true }],
      asProposed,
      false,
    ],
  ])('when %s', (_, actions, expected, touched) => {
    const choices = choicesFor(OPEN, stateAfter(...actions));
    expect(choices).toEqual(expected);
    expect(isModified(choices)).toBe(touched);
  });
});

it('doesn’t count reordered members as an edit', () => {
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

it('adds reasons to omitted calls only, and refuses all that need approval, each with its own reason if it has one', () => {
  const cardState = stateAfter(
    edited({ pattern: 'b*' }),
    tick('add', false),
    reason('add', ' Too wide '),
    // The reason was written before the call was selected again.
    reason('save', 'Not yet'),
  );
  const nothing = { args: null, leftOut: [] };
  const refusedAdd = { executionId: 'add', verdict: 'reject', ...nothing, note: 'Too wide' };
  const look = { executionId: 'look', verdict: 'approve', ...nothing, note: '' };
  const save = { executionId: 'save', ...nothing };
  expect(withNotes(choicesFor(OPEN, cardState), cardState)).toEqual([
    refusedAdd,
    look,
    { ...save, verdict: 'approve', note: '' },
  ]);
  expect(refuseAll(OPEN, cardState, ' Start over ')).toEqual([
    refusedAdd,
    look,
    { ...save, verdict: 'reject', note: 'Start over' },
  ]);
});

it.each([
  ['a call that needs approval comes first', [ADD, LOOK, SAVE], ['add']],
  ['allowed ones come before it', [LOOK, SAVE, ADD], ['look', 'save']],
  ['no call needs approval', [LOOK], []],
])('selects the first calls to decide when %s', (_, open, ids) => {
  expect(upToFirstAsked(open).map(({ executionId }) => executionId)).toEqual(ids);
});

it.each<[string, CardAction[], string[]]>([
  ['is marked and approved', [], ['save_changes']],
  ['is marked, but omitted', [tick('save', false)], []],
  ['is no longer marked', [{ type: 'allow-tool', tool: 'save_changes', isAllowed: false }], []],
])('allows a tool from now on if it %s', (_, actions, tools) => {
  const cardState = stateAfter({ type: 'allow-tool', tool: 'save_changes', isAllowed: true }, ...actions);
  expect(toolsToAllow(OPEN, cardState, choicesFor(OPEN, cardState))).toEqual(tools);
});
