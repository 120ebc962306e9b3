import { describe, expect, it } from 'vitest';
import { TOOL_NAMES } from './demo-requests';
import { callText, createFakeSteward } from './fake-steward';

// The flows of the ledger's examples: what is thought, called and said, step by step.
const MODELS = [
  'claude-2',
  'claude-3-haiku',
  'claude-3-opus',
  'gpt-3.5-turbo',
  'gpt-4',
  'gpt-4-turbo',
  'gpt-4-turbo-preview',
  'gpt-4-vision',
];

describe('the message flows', () => {
  it('ignores `gpt-4*` and names the four models (A-193)', () => {
    const steward = createFakeSteward({ names: MODELS });
    const replies = steward.ask('Ignore `gpt-4*`');
    expect(steward.calls).toEqual(['add_ignore_rule(gpt-4*)']);
    expect(replies.at(-1)?.content).toContain(
      '4 models are hidden now: `gpt-4`, `gpt-4-turbo`, `gpt-4-turbo-preview` and `gpt-4-vision`',
    );
  });

  it('blocks one family and reports that the other is covered (A-194)', () => {
    const steward = createFakeSteward({ names: MODELS, rules: { ignore: ['gpt-*'] } });
    const replies = steward.ask('Block Claude and GPT-3');
    expect(steward.calls).toEqual(['add_ignore_rule(claude*)', 'add_ignore_rule(gpt-3*)']);
    expect(replies.at(-1)?.content).toContain('3 models are hidden now');
    expect(replies.at(-1)?.content).toContain('was not needed, because `gpt-*` covers it already');
  });

  it('tries twice in vain and then finds the five models (A-195)', () => {
    const names = ['a-preview', 'b-preview', 'c-preview-1', 'd-preview', 'preview-e', 'gpt-4'];
    const steward = createFakeSteward({ names });
    const replies = steward.ask('Fumble: which models match preview?');
    expect(replies.map(({ toolCalls }) => toolCalls.map(callText))).toEqual([
      ['get_models_matching_pattern()'],
      ['get_models_matching_pattern(preview)'],
      ['get_models_matching_pattern(*preview*)'],
      [],
    ]);
    expect(replies.at(-1)?.content).toBe(
      '5 models match `*preview*`: `a-preview`, `b-preview`, `c-preview-1`, `d-preview` and `preview-e`.',
    );
  });

  it('follows the hint at a wider pattern, but only where the tool gives one (A-195)', () => {
    const hinted = createFakeSteward({ names: ['a-preview', 'gpt-4'] });
    hinted.ask('which models match "preview"?');
    expect(hinted.calls).toEqual([
      'get_models_matching_pattern(preview)',
      'get_models_matching_pattern(*preview*)',
    ]);
    const unhinted = createFakeSteward({ names: ['gpt-4'] });
    expect(unhinted.ask('which models match "preview"?').at(-1)?.content).toContain(
      'none. No model of openai',
    );
    expect(unhinted.calls).toEqual(['get_models_matching_pattern(preview)']);
  });

  const LARGE = {
    anthropic: ['claude-2', 'claude-3-5-sonnet', ...numbered('claude-1-', 10)],
    gemini: ['gemini-1.5-pro', 'gemini-2.0-flash', 'gemini-2.5-pro-exp', ...numbered('gemini-1-', 12)],
    openai: ['gpt-3.5-turbo', 'gpt-4', 'gpt-4-turbo', 'gpt-4o', 'o1', ...numbered('gpt-3-', 13)],
  };

  it('keeps only the latest model of each provider, by a plan, step by step (A-196)', () => {
    const steward = createFakeSteward({
      catalogue: LARGE,
      rules: { ignore: ['o1*'] },
      toolNames: TOOL_NAMES.filter((name) => name !== 'list_models'),
    });
    const replies = steward.ask('Only the latest model per provider');
    expect(replies.map(({ toolCalls }) => toolCalls.map(callText))).toEqual([
      ['get_model_details(anthropic)', 'get_model_details(gemini)'],
      [
        'add_ignore_rule(*, anthropic)',
        'add_whitelist_rule(claude-3-5-sonnet, anthropic)',
        'add_ignore_rule(*, gemini)',
        'add_whitelist_rule(gemini-2.0-flash, gemini)',
      ],
      ['clear_all_ignore_rules(openai)'],
      ['add_ignore_rule(*, openai)', 'add_whitelist_rule(gpt-4o, openai)'],
      [],
    ]);
    expect(replies[1]?.reasoning).toContain('Plan: empty the rules that are there, hide everything');
    const answer = replies.at(-1)?.content;
    expect(answer).toContain('3 allowed, 42 blocked.');
    expect(answer).toContain(
      'Allowed on `anthropic`: `claude-3-5-sonnet`; `gemini`: `gemini-2.0-flash`; `openai`: `gpt-4o`.',
    );
    expect(answer).toContain('Nothing is saved yet.');
    expect(steward.rules('openai')).toEqual({ ignore: ['*'], whitelist: ['gpt-4o'] });
  });

  it('does many rules in one write where the tool for it is offered', () => {
    const steward = createFakeSteward({
      catalogue: { ...LARGE, cohere: ['command-r'], groq: ['llama-3'], mistral: ['codestral'] },
    });
    const replies = steward.ask('Only the latest model per provider');
    expect(replies.map(({ toolCalls }) => toolCalls.map(({ name }) => name))).toEqual([
      ['list_models', 'list_models', 'list_models', 'list_models', 'list_models'],
      ['apply_rules'],
      [],
    ]);
    expect(steward.rules('gemini')).toEqual({ ignore: ['*'], whitelist: ['gemini-2.0-flash'] });
    expect(replies.at(-1)?.content).toContain('6 allowed, 42 blocked.');
  });

  it('keeps only the newest of each family, and says what a family is', () => {
    const steward = createFakeSteward({
      names: ['gpt-4', 'gpt-4o', 'gpt-4o-mini', 'gpt-5-mini-preview', 'o1', 'o3'],
    });
    const replies = steward.ask('only the newest of each family');
    expect(steward.calls).toEqual([
      'add_ignore_rule(*)',
      'add_whitelist_rule(gpt-4o)',
      'add_whitelist_rule(gpt-4o-mini)',
      'add_whitelist_rule(o3)',
    ]);
    expect(replies[0]?.reasoning).toContain(
      '6 models of `openai` make 3 families, for example `gpt-4o` of 2 gpt, `gpt-4o-mini` of 2 gpt-mini and `o3` of 2 o.',
    );
    expect(replies[0]?.reasoning).toContain('A family is a name without version');
    expect(replies.at(-1)?.content).toContain('3 allowed, 3 blocked.');
  });

  it.each([
    ['only the latest gpt-4o', ['gpt-4o', 'gpt-4o-mini']],
    ['only the newest gpt model', ['gpt-4o']],
    ['only the newest of each family and o1', ['o1', 'gpt-4o', 'gpt-4o-mini', 'o3']],
  ])('keeps by age among what is named: %s', (text, whitelist) => {
    const steward = createFakeSteward({ names: ['gpt-4', 'gpt-4o', 'gpt-4o-mini', 'o1', 'o3'] });
    steward.ask(text);
    expect(steward.rules()).toEqual({ ignore: ['*'], whitelist });
  });

  it('stops when the person refuses to have the list cleared', () => {
    const refuse = ({ name }: { name: string }) =>
      name.startsWith('clear_all')
        ? {
            success: false,
            message: 'The person refused this call: keep mine',
            error_code: 'rejected_by_user',
          }
        : null;
    const steward = createFakeSteward({ rules: { ignore: ['o1*'] } }, refuse);
    const answer = steward.ask('only the newest gpt model').at(-1)?.content;
    expect(steward.calls).toEqual(['clear_all_ignore_rules()']);
    expect(answer).toContain('you refused it ("keep mine")');
    expect(answer).not.toContain('allowed,');
  });

  it('reports from a result that somebody else provided (D-063)', () => {
    const outside = () => ({
      success: true,
      message: 'Found.',
      data: { matching_models: ['x-1', 'x-2'], visible: 1, hidden: 1 },
    });
    const steward = createFakeSteward({}, outside);
    const replies = steward.ask('which models match `x*`?');
    expect(replies.map(({ toolCalls }) => toolCalls.length)).toEqual([1, 0]);
    expect(replies.at(-1)?.content).toBe('2 models match `x*` (1 visible, 1 hidden): `x-1` and `x-2`.');
  });
});

function numbered(beginning: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${beginning}${100 + index}`);
}
