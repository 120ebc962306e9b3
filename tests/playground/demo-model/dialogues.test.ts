import { describe, expect, it } from 'vitest';
import type { DemoReply, ToolCall } from '../../../playground/demo-model/demo-reply';
import { TOOL_NAMES } from './demo-requests';
import { createFakeSteward } from './fake-steward';

const FAMILIES = [
  'claude-2',
  'claude-3-haiku',
  'claude-3-opus',
  'gpt-3.5-turbo',
  'gpt-4',
  'gpt-4-turbo',
  'gpt-4-turbo-preview',
  'gpt-4-vision',
  'o1',
];

/** Each answer's calls, e.g. `save_changes()`; an answer without calls is an empty list. */
function rounds(replies: readonly DemoReply[]): string[][] {
  return replies.map(({ toolCalls }) =>
    toolCalls.map(({ name, arguments: values }) => `${name}(${Object.values(values).join(', ')})`),
  );
}

function conclusion(replies: readonly DemoReply[]): string {
  return replies.at(-1)?.content ?? '';
}

const failing =
  (tool: string, code: string, message: string, times = Number.POSITIVE_INFINITY) =>
  ({ name }: ToolCall, attempt: number) =>
    name === tool && attempt <= times ? { success: false, message, error_code: code } : null;

describe('a dialogue', () => {
  it('adds a rule and names the models that it hides', () => {
    const steward = createFakeSteward({ names: FAMILIES });
    const replies = steward.ask('Ignore `gpt-4*`');
    expect(replies).toEqual([
      {
        reasoning: 'The pattern `gpt-4*` is given as it is; it matches 4 of 9 models.',
        content: 'Adding the ignore rule `gpt-4*`.',
        toolCalls: [{ name: 'add_ignore_rule', arguments: { pattern: 'gpt-4*' } }],
      },
      {
        reasoning: 'The call succeeded. What is left is to report.',
        content:
          'Added the ignore rule `gpt-4*` for `openai`: 4 models are hidden now: `gpt-4`, `gpt-4-turbo`, `gpt-4-turbo-preview` and `gpt-4-vision`. Nothing is saved yet.',
        toolCalls: [],
      },
    ]);
    expect(steward.rules()).toEqual({ ignore: ['gpt-4*'], whitelist: [] });
  });

  it('reports one rule as added and the other as covered', () => {
    const replies = createFakeSteward({ names: FAMILIES, rules: { ignore: ['gpt-*'] } }).ask(
      'block claude and gpt-3',
    );
    expect(rounds(replies)).toEqual([['add_ignore_rule(claude*)', 'add_ignore_rule(gpt-3*)'], []]);
    expect(conclusion(replies)).toBe(
      [
        '- Added the ignore rule `claude*` for `openai`: 3 models are hidden now: `claude-2`, `claude-3-haiku` and `claude-3-opus`.',
        '- Adding the ignore rule `gpt-3*` was not needed, because `gpt-*` covers it already.',
        '',
        'Nothing is saved yet.',
      ].join('\n'),
    );
  });

  it('says why it chose a pattern', () => {
    const [first] = createFakeSteward().ask('Block all preview models');
    expect(first?.reasoning).toBe(
      'The request names the family "preview". 3 of 15 models carry it, so `*-preview*` fits.',
    );
  });

  it('saves alone, after the rest, and answers from the page as it is then', () => {
    const replies = createFakeSteward().ask(
      'Block preview and mini models, then save, and tell me what is hidden',
    );
    expect(rounds(replies)).toEqual([
      ['add_ignore_rule(*-preview*)', 'add_ignore_rule(*-mini*)'],
      ['save_changes()'],
      [],
    ]);
    expect(conclusion(replies)).toContain('Saved the rules of openai.');
    expect(conclusion(replies)).toContain('7 of 15 models on `openai` are hidden');
    expect(conclusion(replies)).not.toContain('Nothing is saved');
  });

  it('only allows some models: whitelist first, then all the rest', () => {
    const steward = createFakeSteward({ rules: { ignore: ['gpt-3*'], whitelist: ['o1*'] } });
    const replies = steward.ask('only allow gpt-4o');
    expect(rounds(replies)[0]).toEqual(['add_whitelist_rule(gpt-4o)', 'add_ignore_rule(*)']);
    expect(steward.rules()).toEqual({ ignore: ['*'], whitelist: ['o1*', 'gpt-4o'] });
    expect(conclusion(replies)).toContain(
      'Older whitelist rules keep 3 other models visible: `o1`, `o1-mini` and `o1-preview`',
    );
  });

  it('does not add the ignore rule for everything twice', () => {
    const replies = createFakeSteward({ rules: { ignore: ['*'] } }).ask('only allow gpt-4o');
    expect(rounds(replies)[0]).toEqual(['add_whitelist_rule(gpt-4o)']);
    expect(conclusion(replies)).toContain('The ignore rule `*` is there already');
  });

  it.each([
    ['only allow gpt-4o and zzz', 'I found no model with "zzz"'],
    ['only allow `zzz*`', 'hiding all others would leave nothing'],
  ])('changes nothing when it would hide too much: %s', (text, reason) => {
    const steward = createFakeSteward();
    expect(conclusion(steward.ask(text))).toContain(reason);
    expect(steward.calls).toEqual([]);
  });

  it('warns when nothing is left', () => {
    expect(conclusion(createFakeSteward().ask('block everything'))).toContain('No model is visible any more');
  });

  it('respects a refusal and stops', () => {
    const refusal = failing(
      'save_changes',
      'rejected_by_user',
      'The person refused this call: wait until Monday',
    );
    const steward = createFakeSteward({}, refusal);
    const replies = steward.ask('block mini models and save');
    expect(steward.calls).toEqual(['add_ignore_rule(*-mini*)', 'save_changes()']);
    expect(conclusion(replies)).toContain(
      'Saving the changes has not happened: you refused it ("wait until Monday"), so I leave it at that.',
    );
    expect(conclusion(replies)).toContain('Nothing is saved yet.');
  });

  it('drops what was still to come when a change is refused', () => {
    const steward = createFakeSteward({}, failing('add_ignore_rule', 'rejected_by_user', 'Refused.'));
    expect(conclusion(steward.ask('block mini, then save'))).toContain(
      'Saving the changes has not happened: I stopped when you refused.',
    );
    expect(steward.calls).toEqual(['add_ignore_rule(*-mini*)']);
  });

  it('tries once more when the page changed', () => {
    const replies = createFakeSteward({}, failing('add_ignore_rule', 'page_changed', 'Changed.', 1)).ask(
      'block mini',
    );
    expect(rounds(replies)).toEqual([['add_ignore_rule(*-mini*)'], ['add_ignore_rule(*-mini*)'], []]);
    expect(replies[1]?.reasoning).toBe('The page changed under the last call, so I try that once more.');
    expect(conclusion(replies)).toMatch(/^Added the ignore rule/);
  });

  it('gives up when the page changed twice, and does not save over it', () => {
    const steward = createFakeSteward({}, failing('add_ignore_rule', 'page_changed', 'Changed.'));
    const text = conclusion(steward.ask('block mini and save'));
    expect(steward.calls).toEqual(['add_ignore_rule(*-mini*)', 'add_ignore_rule(*-mini*)']);
    expect(text).toContain('the page changed in between, 2 times, so I gave up');
    expect(text).toContain(
      'Saving the changes has not happened, because something before it did not work out',
    );
  });

  it.each([
    ['invalid_parameters', 'pattern: expected text', 'did not work. The tool says: pattern: expected text'],
    ['timeout', 'No answer in 30 s.', 'did not work. The tool says: No answer in 30 s.'],
    ['outcome_unknown', 'It may have happened.', 'I can’t tell whether it happened. It may have happened.'],
    ['page_refused', 'No "a_b*" here.', 'did not work. The tool says: No `a_b*` here.'],
    ['duplicate_rule', 'There.', 'was not needed: the rule is there already.'],
  ])('passes on what the tool said: %s', (code, message, expected) => {
    const steward = createFakeSteward({}, failing('add_ignore_rule', code, message));
    expect(conclusion(steward.ask('block mini'))).toContain(expected);
    expect(steward.calls).toHaveLength(1);
  });

  it('says which tool is missing', () => {
    const toolNames = TOOL_NAMES.filter((name) => name !== 'add_ignore_rule');
    const steward = createFakeSteward({ toolNames });
    const text = conclusion(steward.ask('block mini and save'));
    expect(text).toContain('needs the tool `add_ignore_rule`, which this request does not offer me');
    expect(steward.calls).toEqual([]);
  });

  it('does what it can and says what it can not', () => {
    const replies = createFakeSteward().ask('block claude and gpt-3');
    expect(rounds(replies)[0]).toEqual(['add_ignore_rule(gpt-3*)']);
    expect(replies[0]?.reasoning).toContain('Another part of the request can’t be done');
    expect(conclusion(replies)).toContain('I found no model with "claude" in its name on `openai`');
  });

  it('tells of models that a whitelist rule keeps visible', () => {
    const replies = createFakeSteward({ rules: { whitelist: ['gpt-4o*'] } }).ask('block preview models');
    expect(conclusion(replies)).toContain(
      '1 model that `*-preview*` matches stays visible by a whitelist rule, which wins: `gpt-4o-audio-preview-2024-10-01`.',
    );
  });

  it('names the edited pattern when the person changed it', () => {
    const edited = () => ({
      success: true,
      message: 'Done.',
      data: { pattern: '*-preview', affected_models: ['o1-preview'] },
    });
    expect(conclusion(createFakeSteward({}, edited).ask('block preview models'))).toContain(
      'Added the ignore rule `*-preview` (you changed it from `*-preview*`): 1 model is hidden now: `o1-preview`.',
    );
  });

  it('looks up a pattern and lists what it matches', () => {
    const replies = createFakeSteward().ask('which models match *mini*?');
    expect(rounds(replies)[0]).toEqual(['get_models_matching_pattern(*mini*)']);
    expect(conclusion(replies)).toBe(
      '4 models match `*mini*`: `gpt-4.1-mini`, `gpt-4o-mini`, `o1-mini` and `o3-mini`.',
    );
  });

  it('asks for the status of one model by its full id', () => {
    const replies = createFakeSteward().ask('Why is o1-preview hidden?');
    expect(rounds(replies)[0]).toEqual(['explain_model_status(openai/o1-preview)']);
    expect(conclusion(replies)).toBe('Answer of explain_model_status.');
  });

  it('tells what is hidden by which rule without a call', () => {
    const steward = createFakeSteward({ rules: { ignore: ['*-preview*', 'o1*'], whitelist: ['o1-mini'] } });
    expect(conclusion(steward.ask('What is blocked and why?'))).toBe(
      [
        '4 of 15 models on `openai` are hidden:',
        '',
        '- the ignore rule `*-preview*` hides 3: `gpt-4-turbo-preview`, `gpt-4o-audio-preview-2024-10-01` and `o1-preview`',
        '- the ignore rule `o1*` hides 1: `o1`',
        '- the whitelist rule `o1-mini` keeps visible 1: `o1-mini`',
      ].join('\n'),
    );
    expect(steward.calls).toEqual([]);
  });

  it.each([
    ['an unknown request', 'paint it green', 'I did not understand "paint it green"'],
    ['a greeting', 'Hi!', 'no language model, but a small rule-based stand-in'],
    ['a wish to undo', 'undo', 'open **Checkpoints**'],
    ['a page without models', 'block mini', 'I found no model with "mini"'],
  ])('answers %s in words', (_, text, expected) => {
    const steward = createFakeSteward({ names: [] });
    expect(conclusion(steward.ask(text))).toContain(expected);
    expect(steward.calls).toEqual([]);
  });

  it('goes on from message to message', () => {
    const steward = createFakeSteward();
    for (const text of ['block preview models', 'mini too', 'save', 'unblock mini', 'discard the changes'])
      steward.ask(text);
    expect(steward.calls).toEqual([
      'add_ignore_rule(*-preview*)',
      'add_ignore_rule(*-mini*)',
      'save_changes()',
      'remove_ignore_rule(*-mini*)',
      'discard_changes()',
    ]);
  });
});
