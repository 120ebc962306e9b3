// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Command } from '@/src/messages/commands';
import { chatUsage } from '@/src/panel/data/chat-usage';
import { ContextMeter } from '@/src/panel/settings/costs/context-meter';
import { ContextNotice } from '@/src/panel/settings/costs/context-notice';
import { CostsSheet } from '@/src/panel/settings/costs/costs-sheet';
import { answered, COUNTS, said, used } from '../../../core/usage/usage-examples';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const chat = newChat({
  id: 'c',
  title: 'Chat',
  atMs: 0,
  binding: null,
  settings: newChatSettings(),
  lastStateHash: null,
});
const MODEL = {
  id: 'm',
  ownedBy: null,
  contextTokens: 10_000,
  prices: { input: 3e-6, output: 15e-6, cacheRead: null, cacheCreation: null },
};
let sent: Command[];
let reply: unknown;

beforeEach(() => {
  sent = [];
  reply = { ok: true, value: null };
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(command);
    return reply;
  };
  Object.assign(browser.runtime, { sendMessage });
  stubDialogs();
});

/** The usage of a chat with one answer of 1,234 tokens. */
function usageOf(contextWindowTokens: number | null, models: readonly (typeof MODEL)[]) {
  const settings = { connectionId: 'k', model: 'm', contextWindowTokens };
  return chatUsage(settings, [said('user', 0), answered(1)], [used(1, COUNTS)], () => models);
}

const texts = (selector: string) =>
  [...rendering.place.querySelectorAll(selector)].map((element) => element.textContent?.trim());

function enter(label: string, value: string): void {
  const field = [...rendering.place.querySelectorAll('label')].find((one) => one.textContent === label);
  const input = field?.control;
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('the context meter', () => {
  it.each([
    ['a share if the size is known', usageOf(null, [MODEL]), '12 %', 1, ' · $0.006'],
    ['tokens if it isn’t', usageOf(null, []), '1.23K tokens', 0, ''],
  ])('shows %s, and has the cost in its name and tooltip if it is known', (_, usage, text, meters, cost) => {
    rendering.render(<ContextMeter usage={usage} onOpen={() => undefined} />);
    expect(rendering.buttonNames()).toEqual([`Context and costs: ${text}${cost}`]);
    const shown = rendering.place.querySelector('button > span');
    expect(shown?.textContent).toBe(text);
    const tooltip = rendering.place.querySelector('button')?.title ?? '';
    expect(tooltip.split('\n').slice(1)).toEqual(cost === '' ? [] : ['$0.006']);
    expect(rendering.place.querySelectorAll('meter')).toHaveLength(meters);
  });

  it('opens the figures', async () => {
    const onOpen = vi.fn();
    rendering.render(<ContextMeter usage={usageOf(2_000, [])} onOpen={onOpen} />);
    await rendering.press('Context and costs: 61 %');
    expect(onOpen).toHaveBeenCalledOnce();
  });
});

describe('the notice about the context window', () => {
  const actions = [{ label: 'New chat', onAct: vi.fn() }];

  it.each([
    ['nothing below 80 %', usageOf(2_000, []), ''],
    ['nothing if the size is unknown', usageOf(null, []), ''],
    ['a sentence from 80 %', usageOf(1_500, []), 'The context window is 82 % full.'],
  ])('is %s', (_, usage, text) => {
    rendering.render(<ContextNotice usage={usage} actions={actions} />);
    expect(rendering.place.textContent).toBe(text);
    expect(rendering.buttonNames()).toEqual([]);
  });

  it('is a warning with actions from 90 %', async () => {
    rendering.render(<ContextNotice usage={usageOf(1_300, [])} actions={actions} />);
    expect(texts('[role="status"] p')).toEqual([
      'The context window is 94 % full. Once a request no longer fits, the endpoint refuses it.',
    ]);
    await rendering.press('New chat');
    expect(actions[0]?.onAct).toHaveBeenCalledOnce();
  });
});

describe('the sheet of context and costs', () => {
  const show = () =>
    rendering.render(<CostsSheet chat={chat} usage={usageOf(null, [MODEL])} onClose={() => undefined} />);
  const FIGURES =
    '1,000 input tokens · 200 output tokens · 30 tokens read from cache · 4 tokens written to cache';

  it('shows the window, all figures, and the cost by kind and by model', () => {
    show();
    expect(texts('h3')).toEqual(['Context window', 'Used in this chat', 'By model', 'Limits of this chat']);
    expect(texts('section > p')).toEqual([
      '1,234 tokens of 10,000 tokens, 12 %.',
      `${FIGURES} · $0.006`,
      expect.stringContaining('the input counts as 1,008 tokens'),
    ]);
    expect(texts('li')).toEqual([`Answers1 request · $0.006${FIGURES}`, `m1 request · $0.006${FIGURES}`]);
  });

  it('saves the limits of the chat', async () => {
    show();
    enter('Size of the context window', '128,000');
    enter('Token budget', '500000');
    await rendering.press('Save limits');
    expect(sent).toEqual([
      {
        type: 'set-settings',
        chatId: 'c',
        patch: { contextWindowTokens: 128_000, tokenBudget: 500_000 },
      },
    ]);
    expect(texts('form [role="status"]')).toEqual(['Saved.']);
    enter('Token budget', '');
    expect(texts('form [role="status"]')).toEqual(['']);
  });

  it('keeps a limit that another window sets meanwhile, also after an own save', async () => {
    const showStored = (limits: { contextWindowTokens: number | null; tokenBudget: number | null }) =>
      rendering.render(
        <CostsSheet
          chat={{ ...chat, settings: { ...chat.settings, ...limits } }}
          usage={usageOf(null, [MODEL])}
          onClose={() => undefined}
        />,
      );
    show();
    enter('Token budget', '500000');
    showStored({ contextWindowTokens: 128_000, tokenBudget: null });
    await rendering.press('Save limits');
    showStored({ contextWindowTokens: 128_000, tokenBudget: 500_000 });
    showStored({ contextWindowTokens: 64_000, tokenBudget: 400_000 });
    await rendering.press('Save limits');
    expect(sent).toMatchObject([
      { patch: { contextWindowTokens: 128_000, tokenBudget: 500_000 } },
      { patch: { contextWindowTokens: 64_000, tokenBudget: 400_000 } },
    ]);
  });

  it('sends nothing that is no limit, and names the field', async () => {
    show();
    enter('Token budget', 'much');
    await rendering.press('Save limits');
    expect(sent).toEqual([]);
    expect(texts('[role="alert"]')).toEqual(['', 'A whole number from 1 to 1,000,000,000,000, or nothing.']);
    // Until the field is changed.
    await rendering.press('Reset: Token budget');
    expect(texts('.field-problems')).toEqual([]);
  });

  it('shows why limits could not be saved', async () => {
    reply = {
      ok: false,
      error: { code: 'storage', message: 'Refused.', remedy: 'Try again.', details: null },
    };
    show();
    await rendering.press('Save limits');
    expect(rendering.place.textContent).toContain('Refused.');
    expect(texts('form [role="status"]')).toEqual(['']);
  });
});
