// @document
import 'fake-indexeddb/auto';
import { within } from '@testing-library/react/pure';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { CutPrompt } from '@/src/core/usage/cut-prompt';
import { ContextMeter } from '@/src/panel/settings/costs/context-meter';
import { ContextNotice } from '@/src/panel/settings/costs/context-notice';
import { CostsSheet } from '@/src/panel/settings/costs/costs-sheet';
import { MANAGED_POLICY_KEY, NO_POLICY } from '@/src/schema/values/managed-policy';
import { type ChatUsage, chatUsage } from '@/src/store/chat-usage';
import { answered, COUNTS, said, used } from '../../../core/usage/usage-examples';
import { ACCEPTED, stubBackground } from '../../stub-background';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const MODEL = {
  id: 'm',
  ownedBy: null,
  contextTokens: 10_000,
  prices: { input: 3e-6, output: 15e-6, cacheRead: null, cacheCreation: null },
};
const CHAT = newChat({
  id: 'c',
  title: 'Filter',
  atMs: 0,
  binding: null,
  settings: newChatSettings(),
  lastStateHash: null,
});
beforeEach(stubDialogs);

/** The usage of a chat with one answer of 1,234 tokens. */
function usageOf(
  contextWindowTokens: number | null,
  models: readonly (typeof MODEL)[],
  cut: CutPrompt | null = null,
) {
  const settings = { connectionId: 'k', model: 'm', contextWindowTokens };
  return chatUsage(settings, [said('user', 0), answered(1)], [used(1, COUNTS)], () => models, cut);
}

const textsOf = (role: string) =>
  rendering.shown.getAllByRole(role).map(({ textContent }) => textContent?.trim());

describe('the context meter', () => {
  it.each([
    ['a share if the size is known', usageOf(null, [MODEL]), '12 %', 1, ' · about $0.006'],
    ['tokens if it isn’t', usageOf(null, []), '1.23K tokens', 0, ''],
  ])('shows %s, and has the cost in its name and tooltip if it is known', (_, usage, text, meters, cost) => {
    rendering.render(<ContextMeter usage={usage} onOpen={() => undefined} />);
    expect(rendering.buttonNames()).toEqual([`Context and costs: ${text}${cost}`]);
    const button = rendering.shown.getByRole('button');
    expect(button.textContent).toBe(text);
    expect(button.title.split('\n').slice(1)).toEqual(cost === '' ? [] : ['about $0.006']);
    expect(rendering.shown.queryAllByRole('meter', { hidden: true })).toHaveLength(meters);
  });

  it('opens the figures', async () => {
    const onOpen = vi.fn();
    rendering.render(<ContextMeter usage={usageOf(2_000, [])} onOpen={onOpen} />);
    await rendering.press('Context and costs: 61 %');
    expect(onOpen).toHaveBeenCalledOnce();
  });
});

describe('the notice about the context window', () => {
  const actions = [{ text: 'menu.newChat' as const, onAct: vi.fn() }];

  it.each([
    ['nothing below 80 %', usageOf(2_000, []), ''],
    ['nothing if the size is unknown', usageOf(null, []), ''],
    [
      'what the endpoint read and what to set, in place of a warning, if it cuts prompts',
      usageOf(null, [], { readTokens: 1_024, sentTokens: 3_650 }),
      'The endpoint read only 1,024 of about 3,650 tokens. Raise its context length: OLLAMA_CONTEXT_LENGTH or num_ctx (Ollama), Context Length (LM Studio), -c (llama.cpp), --max-model-len (vLLM).',
    ],
    ['a sentence from 80 %', usageOf(1_500, []), 'The context window is 82 % full.'],
  ])('is %s', (_, usage, text) => {
    rendering.render(<ContextNotice usage={usage} actions={actions} />);
    expect(rendering.place.textContent).toBe(text);
    expect(rendering.buttonNames()).toEqual([]);
  });

  it('is a warning with actions from 90 %', async () => {
    rendering.render(<ContextNotice usage={usageOf(1_300, [])} actions={actions} />);
    expect(within(rendering.shown.getByRole('status')).getByRole('paragraph').textContent?.trim()).toBe(
      'The context window is 94 % full. Once a request no longer fits, the endpoint refuses it.',
    );
    await rendering.press('New chat');
    expect(actions[0]?.onAct).toHaveBeenCalledOnce();
  });
});

describe('the sheet of context and costs', () => {
  const rowsOf = (usage: ChatUsage) => {
    rendering.render(<CostsSheet chat={CHAT} usage={usage} onClose={() => undefined} />);
    const [, ...rows] = rendering.shown.getAllByRole('row');
    return rows.map((row) => [...row.children].map(({ textContent }) => textContent));
  };

  it('shows the window, and one table of tokens and costs', () => {
    expect(rowsOf(usageOf(null, [MODEL]))).toEqual([
      ['Last answer · 1 request1,004 in · 30 cached · 200 out', 'about $0.006'],
      ['This chat · 1 request1,004 in · 30 cached · 200 out', 'about $0.006'],
    ]);
    expect(textsOf('columnheader')).toEqual(['Tokens', 'Cost']);
    expect(textsOf('paragraph').filter((text) => !text.includes(' in · '))).toEqual([
      'Context window: 1,234 of 10,000 tokens, 12 %.',
      'Costs are estimates where a model’s price depends on the length of the prompt, or where the price of cached tokens is unknown.',
      'Costs about as much as 1,008 input tokens.',
      'Reading the cached part again costs less, storing it a little more. Not every provider needs this.',
    ]);
  });

  it.each([
    ['no bar without a budget', null, null, []],
    [
      'a bar of the tokens that are used',
      5_000,
      'Token budget: 1,234 of 5,000 tokens, 24 %.',
      [5_000, 1_234],
    ],
    ['a full bar above the budget', 1_000, 'Token budget: 1,234 of 1,000 tokens, 123 %.', [1_000, 1_000]],
  ])('shows %s', (_, tokenBudget, text, figures) => {
    const usage = usageOf(null, [MODEL]);
    const chat = { ...CHAT, settings: { ...CHAT.settings, tokenBudget } };
    rendering.render(<CostsSheet chat={chat} usage={usage} onClose={() => undefined} />);
    expect(textsOf('paragraph').find((shown) => shown.startsWith('Token budget')) ?? null).toBe(text);
    const meters = rendering.shown.queryAllByRole<HTMLMeterElement>('meter', { hidden: true });
    expect(meters.flatMap(({ max, value }) => [max, value])).toEqual(figures);
  });

  it('has a row for each kind and each model if there are several', () => {
    const history = [
      used(1, COUNTS, { runId: 'r1' }),
      used(2, COUNTS, { kind: 'title', runId: null }),
      used(4, COUNTS, { model: 'other', runId: 'r2' }),
      used(5, COUNTS, { model: 'other', runId: 'r2' }),
    ];
    const settings = { connectionId: 'k', model: 'm', contextWindowTokens: null };
    const messages = [said('user', 0), answered(1), answered(4), answered(5)];
    const rows = rowsOf(chatUsage(settings, messages, history, () => [MODEL], null));
    expect(rows.map(([name]) => name?.replace(/ in .*/, ''))).toEqual([
      'Last answer · 2 requests2,008',
      'Answers · 3 requests3,012',
      'Titles · 1 request1,004',
      'm · 2 requests2,008',
      'other · 2 requests2,008',
      'This chat · 4 requests4,016',
    ]);
    expect(rows.map((row) => row[1])).toEqual([
      '?',
      '≥ $0.006',
      'about $0.006',
      'about $0.012',
      '?',
      '≥ $0.012',
    ]);
  });

  it('has the settings that save costs and tokens', async () => {
    const sent = stubBackground(() => ACCEPTED);
    rowsOf(usageOf(null, [MODEL]));
    await rendering.user.selectOptions(
      rendering.shown.getByLabelText('Prompt caching (saves costs)'),
      'system',
    );
    await rendering.user.click(
      rendering.shown.getByRole('checkbox', { name: /^Forget old tool calls \(saves/ }),
    );
    const changed = (patch: object) => ({ type: 'set-settings', chatId: 'c', patch });
    expect(sent).toEqual([
      changed({ cacheMode: 'system' }),
      changed({ toolMemory: { enabled: true, forgetAfterConclusions: 1 } }),
    ]);
  });

  it('locks prompt caching if the organisation has set it', async () => {
    const chatSettings = { cacheMode: 'all-off' };
    onTestFinished(() => browser.storage.local.remove(MANAGED_POLICY_KEY));
    await browser.storage.local.set({ [MANAGED_POLICY_KEY]: { ...NO_POLICY, chatSettings } });
    rowsOf(usageOf(null, [MODEL]));
    await rendering.shown.findByText('Set by your organisation');
    const caching = rendering.shown.getByLabelText('Prompt caching (saves costs)');
    expect(caching.matches(':disabled')).toBe(true);
    expect(rendering.shown.getByRole('checkbox').matches(':disabled')).toBe(false);
  });

  it.each([
    ['unknown', [used(1, null)], 'This chat · 1 requesttokens unknown'],
    [
      'known in part',
      [used(1, null), used(2, COUNTS)],
      'This chat · 2 requests≥ 1,004 in · ≥ 30 cached · ≥ 200 out',
    ],
  ])('shows counts that are %s', (_, history, shown) => {
    const settings = { connectionId: 'k', model: 'm', contextWindowTokens: null };
    const usage = chatUsage(settings, [said('user', 0), answered(1), answered(2)], history, () => [], null);
    expect(rowsOf(usage).at(-1)?.[0]).toBe(shown);
  });
});
