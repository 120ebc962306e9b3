import { describe, expect, it } from 'vitest';
import type { ToolCall } from '@/playground/demo-model/demo-reply';
import type { ToolResult } from '@/src/schema/tool-result';
import { createSession } from './demo-session';

/** Makes a tool fail the first `times` calls. */
function failing(tool: string, error_code: string, message = 'Words of the tool.', times = 99) {
  let failures = 0;
  return ({ name }: ToolCall): ToolResult | null => {
    if (name !== tool || failures === times) return null;
    failures += 1;
    return { success: false, message, error_code };
  };
}

const NAMES = 'claude-2 claude-3-haiku claude-3-opus gpt-3.5-turbo gpt-4 gpt-4-turbo gpt-4-vision'.split(' ');

describe('the answer', () => {
  it.each([
    [
      'block gpt-4 models',
      [],
      'Added ignore rule `gpt-4*`: 3 models hidden. Not saved yet.\n- Hidden: `gpt-4`, `gpt-4-turbo` and `gpt-4-vision`',
    ],
    [
      'Block Claude and GPT-3',
      ['gpt-*'],
      'Added ignore rule `claude*`: 3 models hidden. Not saved yet.\n- Hidden: `claude-2`, `claude-3-haiku` and `claude-3-opus`\n\n`gpt-3*` is already covered by the ignore list’s `gpt-*`; nothing was added.',
    ],
    [
      'which models are hidden?',
      ['*turbo', 'gpt-4'],
      'openai has 3 hidden models.\n- Hidden by `*turbo`: `gpt-3.5-turbo` and `gpt-4-turbo`\n- Hidden by `gpt-4`: `gpt-4`',
    ],
    [
      'import these rules: gpt-4, o1',
      ['gpt-*'],
      'Added 1 rule (openai): no model changes its visibility. Not added: 1 covered by other rules. Not saved yet.\n- ignore `gpt-4`: covered\n- ignore `o1`: added',
    ],
    [
      'sum up this page',
      ['gpt-4'],
      'openai has 7 models: 6 visible, 1 hidden.\n- Ignore rules: `gpt-4`\n\nUnsaved changes when you asked: none.',
    ],
    ['why is gpt-4 visible?', [], '`gpt-4` is visible: no rule matches it.'],
  ])('reports the result in the tool’s words: %s', async (sentence, ignore, expected) => {
    const session = createSession({ catalogue: { openai: NAMES }, rules: { openai: { ignore } } });
    expect((await session.ask(sentence)).answer).toBe(expected);
  });

  it('names the providers without matching models', async () => {
    const { answer } = await createSession().ask('block flash in all providers');
    expect(answer).toContain('No model of `anthropic` and `openai` matches `flash`, so I did nothing there.');
  });

  it('shows part of a long list of names, with its full number', async () => {
    const names = Array.from({ length: 230 }, (_, at) => `m-${100 + at}`);
    const { answer } = await createSession({ catalogue: { openai: names } }).ask('which models match `m*`?');
    expect(answer).toMatch(/`m-149` and 180 more$/);
  });
});

it('lists names of a page that only counts them, and saves alone after all other calls', async () => {
  const names = Array.from(
    { length: 500 },
    (_, at) => `gpt-${at % 100 === 0 ? 'preview-' : ''}${1_000 + at}`,
  );
  const session = createSession({ catalogue: { openai: names }, budgetTokens: 300 });
  const { rounds, answer } = await session.ask(
    'block preview and gpt models, save, and tell me what is hidden',
  );
  expect(rounds).toEqual([
    ['get_models_matching_pattern(*preview*)', 'get_models_matching_pattern(*gpt*)'],
    ['add_ignore_rule(*-preview*)', 'add_ignore_rule(*gpt*)'],
    ['save_changes()'],
    ['list_models(hidden, , rule, 200)'],
  ]);
  expect(answer).toContain('5 models hidden');
  expect(session.saved().openai?.ignore).toContain('*gpt*');
});

const STOPPED = '`add_ignore_rule` did not work: No `a_b*` here.\n\nI skipped the rest because of that.';
const SAVED = 'No `a_b*` here.\n\nThe saved file already matches the page; nothing was written.';
it.each([
  ['rejected_by_user', STOPPED],
  ['outcome_unknown', STOPPED],
  ['already_covered', SAVED],
  ['duplicate_rule', SAVED],
  ['nothing_to_change', SAVED],
])(
  'a failure stops the following calls unless the page is already as requested: %s',
  async (code, expected) => {
    const session = createSession({ intercept: failing('add_ignore_rule', code, 'No "a_b*" here.') });
    expect((await session.ask('block mini, then save')).answer).toBe(expected);
  },
);

it.each([
  [1, 'Added ignore rule'],
  [9, 'did not work'],
])('a call on a page that changed %i times is tried twice', async (times, expected) => {
  const session = createSession({ intercept: failing('add_ignore_rule', 'page_changed', 'No.', times) });
  const { calls, answer } = await session.ask('block mini');
  expect(calls).toEqual(['add_ignore_rule(*-mini*)', 'add_ignore_rule(*-mini*)']);
  expect(answer).toContain(expected);
});

it('a lookup that fails changes nothing', async () => {
  const session = createSession({ intercept: failing('get_models_matching_pattern', 'not_ready') });
  expect((await session.ask('block flash in gemini')).answer).toContain('Words of the tool.');
  expect(session.drafts()).toEqual({});
});

it.each([
  ['save', 'save_changes'],
  ['block flash in gemini', 'get_models_matching_pattern'],
  ['block all mini models', 'ask_user'],
])('a missing tool is reported: %s', async (sentence, tool) => {
  const { calls, answer } = await createSession({ withoutTools: [tool] }).ask(sentence);
  expect(calls).toEqual([]);
  expect(answer).toBe(`That needs the tool \`${tool}\`, which is not available to me.`);
});
