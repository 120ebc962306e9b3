import { describe, expect, it } from 'vitest';
import { messageTokens } from '@/src/core/history/message-tokens';
import { newChatSettings } from '@/src/core/records/chat';
import { BUILT_IN_TOOLS } from '@/src/core/tools/built-in-tools';
import type { Run } from '@/src/schema/run';
import { say } from '@/src/schema/values/said';
import { type Line, runOpenedBy, toldConversation } from '../../fakes/told-conversation';
import { buildRequest } from './build-request';

/** A text of this many tokens that starts with its name, which is estimated as one; each dash is another. */
const text = (name: string, tokens: number) => `${name}${'—'.repeat(tokens - 1)}`;

function built(lines: Line[], budgetTokens: number, run: Run | null = null) {
  const settings = { trimOldest: { enabled: true, budgetTokens } };
  return buildRequest(toldConversation(...lines), { run, systemPrompt: text('S', 10), settings });
}

/** The name at the start of each message's text, or its role if it has none. */
const names = (result: ReturnType<typeof built>) =>
  result.messages.map(({ content, role }) => /^\w+/.exec(content ?? '')?.[0] ?? role);
const trimmedIn = (result: ReturnType<typeof built>) =>
  result.omissions.find(({ reason }) => reason === 'trimmed')?.count ?? 0;

const pair = (name: string, tokens: number): Line[] => [
  { user: text(`${name}u`, tokens) },
  { answer: text(`${name}a`, tokens) },
];

describe('a new chat', () => {
  it('sends everything; trimming, if it is switched on, has a budget of 180,000 tokens', () => {
    expect(newChatSettings().trimOldest).toEqual({ enabled: false, budgetTokens: 180_000 });
    const messages = toldConversation(...pair('A', 200_000), { user: 'Q' });
    expect(buildRequest(messages, {}).messages).toHaveLength(4);
  });
});

describe('a request above the budget', () => {
  // The system prompt has 10 tokens, each pair 20, the last prompt 10, and one is reserved.
  const lines = [...pair('A', 10), ...pair('B', 10), ...pair('C', 10), { user: text('Last', 10) }];

  it.each([
    [81, ['S', 'Au', 'Aa', 'Bu', 'Ba', 'Cu', 'Ca', 'Last'], 0],
    [80, ['S', 'Bu', 'Ba', 'Cu', 'Ca', 'Last'], 2],
    [60, ['S', 'Cu', 'Ca', 'Last'], 4],
    [40, ['S', 'Last'], 6],
    [21, ['S', 'Last'], 6],
  ])('of %i tokens loses its oldest pairs', (budget, expected, count) => {
    const result = built(lines, budget);
    expect(names(result)).toEqual(expected);
    expect(trimmedIn(result)).toBe(count);
  });

  it('keeps calls together with their results', () => {
    const withCalls: Line[] = [
      { user: text('A', 10) },
      { answer: text('Aa', 10), calls: ['one', 'two'] },
      { answer: text('Ab', 10) },
      ...pair('B', 10),
      { user: text('Last', 10) },
    ];
    expect(names(built(withCalls, 60))).toEqual(['S', 'Bu', 'Ba', 'Last']);
  });

  it('loses the oldest rounds after the last prompt too, but not the results that the model has not answered', () => {
    const rounds: Line[] = [
      ...pair('A', 10),
      { user: text('Last', 10) },
      ...['B', 'C', 'D'].map((name): Line => ({ answer: text(name, 10), calls: ['one'] })),
    ];
    expect(names(built(rounds, 60))).toEqual(['S', 'Last', 'D', 'tool']);
    expect(() => built(rounds, 35)).toThrow(expect.objectContaining({ code: 'over-budget' }));
  });

  it('keeps the message with the page’s state, joined with the last prompt', () => {
    const run = runOpenedBy('m2', 'r2');
    const joined: Line[] = [
      ...pair('A', 10),
      { user: text('Opening', 10), run: 'r2' },
      { answer: text('B', 10), calls: ['one'] },
      { answer: text('C', 10) },
      { user: text('Last', 10) },
    ];
    const result = built(joined, 40, run);
    expect(result.messages.slice(1)).toEqual([
      { role: 'user', content: `${text('Opening', 10)}\n\n<page-state>\n\n${text('Last', 10)}` },
    ]);
  });

  it('keeps the last event if there is no message of the user', () => {
    const events: Line[] = [{ event: text('A', 10) }, { answer: text('Aa', 10) }, { event: 'Noon.' }];
    expect(built(events, 25).messages.at(-1)).toEqual({ role: 'user', content: '[event from page] Noon.' });
  });

  it('that still exceeds it is not sent: the error names the budget and what to do', () => {
    expect(() => built(lines, 20)).toThrow(
      expect.objectContaining({
        code: 'over-budget',
        message: expect.stringContaining('20 tokens'),
        remedy: say('error.history.overBudgetRemedy'),
        details: 'About 21 tokens are needed.',
      }),
    );
  });

  it('counts the tools', () => {
    const settings = { trimOldest: { enabled: true, budgetTokens: 300 } };
    const given = { systemPrompt: '', tools: BUILT_IN_TOOLS, settings };
    expect(() => buildRequest(toldConversation(...lines), { ...given, tools: [] })).not.toThrow();
    expect(() => buildRequest(toldConversation(...lines), given)).toThrow(
      expect.objectContaining({ code: 'over-budget' }),
    );
  });
});

describe('a conversation that grows', () => {
  it('is trimmed at the same place for several requests, so that their start stays the same', () => {
    const starts: string[] = [];
    for (let count = 1; count <= 200; count += 1) {
      const lines = Array.from({ length: count }, (_, index) => pair(`P${index}_`, 10)).flat();
      const result = built([...lines, { user: 'Q' }], 1_000);
      const sent = result.messages.reduce((sum, message) => sum + messageTokens(message), 0);
      expect(sent).toBeLessThanOrEqual(1_000);
      starts.push(names(result)[1] ?? '');
    }
    const changes = starts.filter((start, index) => index > 0 && start !== starts[index - 1]).length;
    // About 160 pairs don't fit; each trimming makes room for five.
    expect(changes).toBeLessThanOrEqual(35);
    expect(changes).toBeGreaterThan(20);
  });
});
