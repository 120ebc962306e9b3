import { expect, it } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import { type Line, runOpenedBy, toldConversation } from '../../fakes/told-conversation';
import { buildRequest } from './build-request';

/** A result whose JSON has exactly this many characters. */
function resultOf(length: number) {
  const empty = { success: true, message: '' };
  return { success: true, message: 'x'.repeat(length - JSON.stringify(empty).length) };
}

function lengthsSent(lines: Line[], toolResultAgeing: { enabled: boolean; limitCharacters: number }) {
  const messages = toldConversation(...lines);
  const settings = { toolResultAgeing, toolResultLimit: 20_000 };
  const run = runOpenedBy('m4', 'r2');
  const built = buildRequest(messages, { run, settings });
  const lengths = built.messages.flatMap((message) =>
    message.role === 'tool' ? [message.content.length] : [],
  );
  return { lengths, omissions: built.omissions.filter(({ what }) => what === 'results') };
}

const twoRuns = (old: number, present: number): Line[] => [
  { user: 'One.', run: 'r1' },
  { answer: '', calls: [{ name: 'A', result: resultOf(old) }] },
  { answer: 'Done.' },
  { user: 'Two.', run: 'r2' },
  { answer: '', calls: [{ name: 'A', result: resultOf(present) }] },
];

it('ageing is off in a new chat, with a limit of 4,000 characters if it is switched on', () => {
  expect(newChatSettings().toolResultAgeing).toEqual({ enabled: false, limitCharacters: 4_000 });
});

it.each([
  ['off', false, 4_000, 10_000, 10_000, false],
  ['on, at the limit', true, 4_000, 4_000, 4_000, false],
  ['on, above the limit', true, 4_000, 4_001, 4_000, true],
  ['on, far above the limit', true, 4_000, 19_000, 4_000, true],
  ['on, above another limit', true, 500, 600, 500, true],
])(
  'with ageing %s, only results of earlier runs are shortened',
  (_, enabled, limitCharacters, old, sent, isAged) => {
    const { lengths, omissions } = lengthsSent(twoRuns(old, 19_000), { enabled, limitCharacters });
    expect(lengths[0]).toBeLessThanOrEqual(sent);
    expect(lengths[0]).toBeGreaterThan(sent - 100);
    expect(lengths[1]).toBe(19_000);
    expect(omissions).toEqual(isAged ? [{ what: 'results', reason: 'aged', count: 1, tools: [] }] : []);
  },
);

it('results above the limit of the chat are cut in any run, and counted apart from aged ones', () => {
  const { lengths, omissions } = lengthsSent(twoRuns(30_000, 30_000), {
    enabled: true,
    limitCharacters: 4_000,
  });
  expect(lengths.map((length) => Math.ceil(length / 1_000))).toEqual([4, 20]);
  expect(omissions).toEqual([
    { what: 'results', reason: 'aged', count: 1, tools: [] },
    { what: 'results', reason: 'too-long', count: 1, tools: [] },
  ]);
});

it('results that are left out with the oldest messages are not counted as shortened', () => {
  const lines: Line[] = [
    { user: 'One.', run: 'r0' },
    { answer: '', calls: [{ name: 'A', result: resultOf(9_000) }] },
    { answer: 'Done.' },
    { user: 'Two.', run: 'r1' },
    { answer: '', calls: [{ name: 'A', result: resultOf(9_000) }] },
    { answer: 'Done.' },
    { user: 'Three.', run: 'r2' },
  ];
  const messages = toldConversation(...lines);
  const settings = {
    toolResultAgeing: { enabled: true, limitCharacters: 4_000 },
    trimOldest: { enabled: true, budgetTokens: 1_500 },
  };
  const run = runOpenedBy(messages.at(-1)?.id ?? '', 'r2');
  const { omissions, messages: sent } = buildRequest(messages, { run, settings });
  expect(sent.filter(({ role }) => role === 'tool')).toHaveLength(1);
  expect(omissions).toContainEqual({ what: 'messages', reason: 'trimmed', count: 4, tools: [] });
  expect(omissions).toContainEqual({ what: 'results', reason: 'aged', count: 1, tools: [] });
});
