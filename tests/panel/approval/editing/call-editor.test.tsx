// @document
import { within } from '@testing-library/react/pure';
import { useReducer } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CardState,
  callStateOf,
  INITIAL_CARD_STATE,
  reduceCardState,
  shownArguments,
} from '@/src/panel/approval/card-state';
import { CallEditor, isEditable } from '@/src/panel/approval/editing/call-editor';
import type { ApprovalCall, ArgumentProblem } from '@/src/schema/approval';
import type { JsonObject } from '@/src/schema/values/json';
import { withRendering } from '../../with-rendering';
import { askedCall } from '../approval-requests';

const rendering = withRendering();

let cardState: CardState;
beforeEach(() => {
  cardState = INITIAL_CARD_STATE;
});

function Editing({ call, problems }: { call: ApprovalCall; problems: ArgumentProblem[] }) {
  const [current, dispatch] = useReducer(reduceCardState, INITIAL_CARD_STATE);
  cardState = current;
  const { executionId } = call;
  return (
    <CallEditor
      call={call}
      adapterId="model-filter"
      callState={callStateOf(current, executionId)}
      problems={problems}
      onEdit={(edit) => dispatch({ type: 'change', executionId, changes: { edit } })}
      onReset={() => dispatch({ type: 'reset', executionId })}
    />
  );
}

function edit(tool: string, args: JsonObject, problems: ArgumentProblem[] = []): ApprovalCall {
  const call = askedCall('x', tool, args);
  rendering.render(<Editing call={call} problems={problems} />);
  return call;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The form control whose label has exactly this text. */
const field = (label: string) => rendering.shown.getByLabelText<Control>(label);
const labels = () =>
  [...rendering.place.querySelectorAll('.approval-field > label')].map(({ textContent }) => textContent);
const problems = () => rendering.shown.queryAllByRole('listitem').map(({ textContent }) => textContent);
const { enter } = rendering;
const choose = (view: string) => rendering.user.click(rendering.shown.getByRole('radio', { name: view }));
const argsOf = (call: ApprovalCall) => shownArguments(call, callStateOf(cardState, 'x'));

describe('the form', () => {
  it('has a field for each argument, with label and hint from the schema', () => {
    edit('add_ignore_rule', { pattern: '*-preview*' });
    expect(labels()).toEqual(['Pattern', 'Provider · optional']);
    expect(field('Pattern').value).toBe('*-preview*');
    const hint = document.getElementById(field('Pattern').getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('Fits a whole name or id');
  });

  it('changes typed values, sets unset ones, and unsets emptied ones', async () => {
    const call = edit('add_ignore_rule', { pattern: '*-preview*' });
    await enter(field('Pattern'), '*-beta*');
    await enter(field('Provider · optional'), 'openai');
    expect(argsOf(call)).toEqual({ pattern: '*-beta*', provider: 'openai' });
    await rendering.user.clear(field('Provider · optional'));
    expect(argsOf(call)).toEqual({ pattern: '*-beta*' });
    // A required one stays set, so that validation reports that it is empty.
    await rendering.user.clear(field('Pattern'));
    expect(argsOf(call)).toEqual({ pattern: '' });
  });

  it('accepts lists with one entry per line, and choices from a list', async () => {
    const call = edit('import_rules', { ignore: ['a*', 'b*'], whitelist: [], mode: 'merge' });
    expect(field('Ignore').value).toBe('a*\nb*');
    await enter(field('Ignore'), 'a*\n\nc*\n');
    expect(field('Ignore').value).toBe('a*\n\nc*\n');
    await rendering.user.selectOptions(field('Mode'), 'replace');
    expect(argsOf(call)).toEqual({ ignore: ['a*', 'c*'], whitelist: [], mode: 'replace' });
  });

  it('adds and removes list entries', async () => {
    const sets = [
      { provider: 'openai', ignore: ['a*'], whitelist: [] },
      { provider: 'gemini', ignore: [], whitelist: ['g*'] },
    ];
    const call = edit('apply_rules', { rule_sets: sets });
    await rendering.press('Remove Rule sets 1');
    expect(document.activeElement).toBe(rendering.button('Add to Rule sets'));
    expect(argsOf(call)).toEqual({ rule_sets: sets.slice(1) });
    await rendering.press('Add to Rule sets');
    const added = within(rendering.shown.getByRole('group', { name: 'Rule sets · 2 of 2' }));
    await enter(added.getByLabelText('Provider'), 'mistral');
    await enter(added.getByLabelText('Whitelist'), 'm*');
    expect(argsOf(call)).toEqual({
      rule_sets: [...sets.slice(1), { provider: 'mistral', ignore: [], whitelist: ['m*'] }],
    });
  });

  it('sets and unsets an optional list by buttons, since an empty list differs from an unset one', async () => {
    const call = edit('preview_rules', { mode: 'merge' });
    await rendering.press('Set Ignore');
    expect(argsOf(call)).toEqual({ mode: 'merge', ignore: [] });
    await enter(field('Ignore · optional'), 'a*');
    expect(argsOf(call)).toEqual({ mode: 'merge', ignore: ['a*'] });
    await rendering.press('Leave Ignore out');
    expect(argsOf(call)).toEqual({ mode: 'merge' });
  });

  it('accepts numbers, and passes other text on for validation', async () => {
    const call = edit('list_models', { limit: 5, show: 'hidden' });
    await enter(field('Limit · optional'), '12');
    expect(argsOf(call)).toEqual({ limit: 12, show: 'hidden' });
    await enter(field('Limit · optional'), '1e');
    expect(argsOf(call)).toEqual({ limit: '1e', show: 'hidden' });
    await rendering.user.selectOptions(field('Show · optional'), 'not set');
    expect(argsOf(call)).toEqual({ limit: '1e' });
  });

  it('shows problems at their fields', () => {
    edit('apply_rules', { rule_sets: [{ provider: '', ignore: ['a', 'b'], whitelist: [] }] }, [
      { executionId: 'x', path: ['rule_sets', 0, 'provider'], message: 'must not be empty' },
      { executionId: 'x', path: ['rule_sets', 0, 'ignore', 1], message: 'is no pattern' },
      { executionId: 'x', path: ['rule_sets'], message: 'needs another provider' },
      { executionId: 'x', path: [], message: 'has too much in it' },
    ]);
    const problemOf = (name: string) => {
      const [problem] = (field(name).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .filter((id) => id.endsWith('problem'));
      return [field(name).getAttribute('aria-invalid'), document.getElementById(problem ?? '')?.textContent];
    };
    expect(problemOf('Provider')).toEqual(['true', 'must not be empty']);
    expect(problemOf('Ignore')).toEqual(['true', 'entry 2: is no pattern']);
    expect(problemOf('Whitelist')).toEqual(['false', undefined]);
    expect(problems()).toEqual([
      'has too much in it',
      'needs another provider',
      'must not be empty',
      'entry 2: is no pattern',
    ]);
  });
});

describe('the arguments as JSON', () => {
  it('have the same values as the form', async () => {
    const call = edit('add_ignore_rule', { pattern: 'a*' });
    await enter(field('Pattern'), 'b*');
    await choose('JSON');
    expect(field('Arguments').value).toBe('{\n  "pattern": "b*"\n}');
    await enter(field('Arguments'), '{"pattern": "c*", "provider": "openai"}');
    await choose('Form');
    expect(field('Pattern').value).toBe('c*');
    expect(field('Provider · optional').value).toBe('openai');
    expect(argsOf(call)).toEqual({ pattern: 'c*', provider: 'openai' });
  });

  it.each([
    ['incomplete', '{"pattern": ', 'is not valid JSON', 'To use the form, enter a JSON object.'],
    ['not an object', '["a*"]', 'must be an object in braces', 'To use the form, enter a JSON object.'],
    [
      'partly without a field',
      '{"pattern": "a*", "x": 1}',
      null,
      'Some of these arguments can only be edited as JSON.',
    ],
  ])('can’t be edited as a form while they are %s', async (_, text, problem, why) => {
    edit('add_ignore_rule', { pattern: 'a*' });
    await choose('JSON');
    await enter(field('Arguments'), text);
    expect(problems()).toEqual(problem === null ? [] : [problem]);
    expect(rendering.shown.getAllByRole('radio')).toHaveLength(1);
    expect(rendering.shown.getByText(why)).toBeDefined();
    expect(callStateOf(cardState, 'x').edit?.isReadable).toBe(problem === null);
  });

  it('are the only view for a tool that this build doesn’t know', async () => {
    const call = edit('unknown_tool', { size: 1 });
    expect(labels()).toEqual(['Arguments']);
    await enter(field('Arguments'), '{"size": 2}');
    expect(argsOf(call)).toEqual({ size: 2 });
  });
});

it('resets everything to the assistant’s version', async () => {
  const call = edit('add_ignore_rule', { pattern: 'a*' });
  const button = () => rendering.button('Reset to the assistant’s version');
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await enter(field('Pattern'), 'b*');
  expect(button().getAttribute('aria-disabled')).toBe('false');
  await rendering.press('Reset to the assistant’s version');
  expect(field('Pattern').value).toBe('a*');
  expect(argsOf(call)).toBe(call.args);
  await rendering.press('Reset to the assistant’s version');
  expect(button().getAttribute('aria-disabled')).toBe('true');
});

it.each([
  ['add_ignore_rule', true],
  ['discard_changes', true],
  ['save_changes', false],
  ['unknown_tool', true],
])('isEditable for %s: %s', (tool, expected) => {
  expect(isEditable('model-filter', tool)).toBe(expected);
});
