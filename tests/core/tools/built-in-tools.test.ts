import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toApiTools } from '@/src/core/llm/api-tools';
import { BUILT_IN_TOOLS, toolsOf } from '@/src/core/tools/built-in-tools';
import { defineTool } from '@/src/core/tools/define-tool';
import { sendMessage } from '@/src/core/tools/send-message';
import { validateCall } from '@/src/core/tools/validate-call';

const OFF = { sendsMessages: false };

const ownTool = (name: string) =>
  defineTool({ name, description: 'Of the page.', input: z.strictObject({}), effect: 'read' });

function check(name: string, args: unknown) {
  const checked = validateCall(BUILT_IN_TOOLS, { name, argumentsText: JSON.stringify(args) });
  return checked.kind === 'valid' ? checked.args : checked.result.message;
}

describe('the built-in tools', () => {
  it('have a fixed order', () => {
    expect(BUILT_IN_TOOLS.map(({ name }) => name)).toEqual(['ask_user', 'wait', 'finish_task']);
  });

  it.each(BUILT_IN_TOOLS)('$name is executed by Steward, without approval', (tool) => {
    expect(tool).toMatchObject({
      effect: 'read',
      defaultPermission: 'allow',
      executor: 'built-in',
      question: null,
      readWith: null,
    });
  });

  it.each([...BUILT_IN_TOOLS, sendMessage])(
    '$name states when to use it and when not, and describes its parameters',
    (tool) => {
      expect(tool.description).toMatch(/\bUse it\b/);
      expect(tool.description).toMatch(/Don’t use it .*\.$/);
      for (const parameter of Object.values(tool.input.shape)) expect(parameter.description).toMatch(/\.$/);
    },
  );

  it('allow a wait its whole time', () => {
    expect(BUILT_IN_TOOLS.map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 310_000, 30_000]);
  });

  it('have their input schemas for the model', () => {
    expect(
      toApiTools(BUILT_IN_TOOLS).map(({ function: { parameters } }) => [
        Object.keys(parameters.properties ?? {}),
        parameters.required,
      ]),
    ).toEqual([
      [
        ['question', 'choices', 'allow_other'],
        ['question', 'choices'],
      ],
      [
        ['reason', 'for', 'seconds', 'only_from', 'user_can_interrupt'],
        ['reason', 'for', 'seconds'],
      ],
      [['summary'], ['summary']],
    ]);
  });
});

const choices = (count: number) => Array.from({ length: count }, (_, index) => `choice ${index}`);

describe('ask_user', () => {
  it.each([
    [
      'an open question',
      { question: 'Which?', choices: [] },
      { question: 'Which?', choices: [], allow_other: true },
    ],
    [
      'six choices and nothing else',
      { question: 'Q'.repeat(1_000), choices: choices(6), allow_other: false },
      { question: 'Q'.repeat(1_000), choices: choices(6), allow_other: false },
    ],
    [
      'the longest choice',
      { question: 'Which?', choices: ['c'.repeat(80)] },
      { question: 'Which?', choices: ['c'.repeat(80)], allow_other: true },
    ],
  ])('accepts %s', (_, args, taken) => {
    expect(check('ask_user', args)).toEqual(taken);
  });

  it.each([
    ['no question', { question: '', choices: [] }, '"question" is empty.'],
    [
      'a very long question',
      { question: 'Q'.repeat(1_001), choices: [] },
      '"question" is longer than 1,000 characters.',
    ],
    ['seven choices', { question: 'Which?', choices: choices(7) }, '"choices" is longer than 6 entries.'],
    ['an empty choice', { question: 'Which?', choices: [''] }, '"choices.0" is empty.'],
    [
      'a very long choice',
      { question: 'Which?', choices: ['c'.repeat(81)] },
      '"choices.0" is longer than 80 characters.',
    ],
    [
      'the same choice twice',
      { question: 'Which?', choices: ['a', 'b', 'a'] },
      '"choices": the same choice is listed twice.',
    ],
    [
      'a question without possible answers',
      { question: 'Which?', choices: [], allow_other: false },
      '"allow_other": without choices the user has to be able to answer in their own words.',
    ],
  ])('rejects %s', (_, args, words) => {
    expect(check('ask_user', args)).toBe(`ask_user: ${words}`);
  });
});

describe('wait', () => {
  it.each([
    { reason: 'r', for: 'time', seconds: 1, user_can_interrupt: true },
    {
      reason: 'r'.repeat(200),
      for: 'page-change',
      seconds: 300,
      only_from: 'shop',
      user_can_interrupt: false,
    },
  ])('accepts $seconds s for $for', (args) => {
    expect(check('wait', args)).toEqual(args);
  });

  it.each([
    ['no reason', { reason: '', for: 'time', seconds: 1 }, '"reason" is empty.'],
    [
      'a long reason',
      { reason: 'r'.repeat(201), for: 'time', seconds: 1 },
      '"reason" is longer than 200 characters.',
    ],
    ['no time', { reason: 'r', for: 'time', seconds: 0 }, '"seconds" has to be at least 1.'],
    [
      'more than five minutes',
      { reason: 'r', for: 'time', seconds: 301 },
      '"seconds" has to be at most 300.',
    ],
    [
      'half a second',
      { reason: 'r', for: 'time', seconds: 0.5 },
      '"seconds" has to be a whole number, not 0.5.',
    ],
    [
      'another reason to go on',
      { reason: 'r', for: 'page-changes', seconds: 1 },
      '"for" has to be "page-change" or "time", not "page-changes". Did you mean "page-change"?',
    ],
  ])('rejects %s', (_, args, words) => {
    expect(check('wait', args)).toBe(`wait: ${words}`);
  });
});

it.each([
  [1, { summary: 's' }],
  [2_000, { summary: 's'.repeat(2_000) }],
  [0, 'finish_task: "summary" is empty.'],
  [2_001, 'finish_task: "summary" is longer than 2,000 characters.'],
])('finish_task with a summary of %i characters', (length, taken) => {
  expect(check('finish_task', { summary: 's'.repeat(length) })).toEqual(taken);
});

describe('toolsOf', () => {
  it('puts the built-in tools after those of the page', () => {
    const own = [ownTool('b'), ownTool('a')];
    expect(toolsOf(own, OFF)).toEqual([...own, ...BUILT_IN_TOOLS]);
    expect(toolsOf([], OFF)).toEqual(BUILT_IN_TOOLS);
  });

  it('adds the tool for messages to other chats only where the chat may send them', () => {
    expect(toolsOf([], { sendsMessages: true })).toEqual([...BUILT_IN_TOOLS, sendMessage]);
  });

  it.each([
    ['a built-in one', ['wait']],
    ['a built-in one that is off', ['send_message']],
    ['another of the page', ['look', 'wait_more', 'look', 'wait_more']],
  ])('rejects a tool with the name of %s', (_, names) => {
    const clash = names[0];
    expect(() => toolsOf(names.map(ownTool), OFF)).toThrow(
      expect.objectContaining({
        code: 'internal',
        details: `Two tools have the name ${clash}. Give the adapter’s tool another name.`,
      }),
    );
  });
});
