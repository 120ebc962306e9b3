// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import type { SettingsPlan } from '@/src/core/records/settings-file';
import { type Command, commandSchema } from '@/src/messages/commands';
import { TransferPanel } from '@/src/panel/settings/transfer-panel';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const PLAN: SettingsPlan = {
  changes: [
    { what: 'connection', name: 'Home', from: null, to: 'https://home.example/v1' },
    { what: 'chat', name: 'roundsPerRun', from: '10', to: '3' },
  ],
  declaresPageData: true,
  digest: 'd'.repeat(64),
};
let plan: SettingsPlan;
let sent: Command[];
let failure: unknown;

beforeEach(() => {
  plan = PLAN;
  sent = [];
  failure = null;
  const sendMessage = async ({ command }: { command: Command }) => {
    expect(commandSchema.safeParse(command).success).toBe(true);
    sent.push(command);
    if (failure !== null) return failure;
    if (command.type === 'preview-settings') return { ok: true, value: plan };
    return { ok: true, value: command.type === 'export-settings' ? { text: '{}', leftOut: 1 } : null };
  };
  Object.assign(browser.runtime, { sendMessage });
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
});

const text = () => rendering.place.textContent ?? '';

async function choose(content: string) {
  const input = rendering.place.querySelector('input');
  if (input === null) throw new Error('There is no field for a file.');
  // jsdom's files can't be read as text.
  const file = { name: 's.json', text: async () => content };
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  // The browser clears the list, and jsdom refuses the value.
  Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  for (let turn = 0; turn < 10; turn += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  }
}

describe('an export', () => {
  it('says how many connections are left out because their address is secret', async () => {
    rendering.render(<TransferPanel chatId="c" />);
    await rendering.press('Export settings');
    expect(sent).toEqual([{ type: 'export-settings', chatId: 'c' }]);
    expect(text()).toContain('Saved without 1 connection');
  });
});

describe('a file', () => {
  it('is shown with its changes in words, and applied by the digest of what was shown', async () => {
    rendering.render(<TransferPanel chatId="c" />);
    await choose('{"a":1}');
    expect(text()).toContain('Connection Home: enter its key afterwards');
    expect(text()).toContain('This chat: Rounds of tool calls');
    expect(text()).toContain('Nothing was changed yet.');
    expect(sent).toEqual([{ type: 'preview-settings', chatId: 'c', text: '{"a":1}' }]);
    await rendering.press('Apply these changes');
    expect(sent[1]).toEqual({ type: 'import-settings', chatId: 'c', text: '{"a":1}', digest: PLAN.digest });
    expect(text()).toContain('The changes were made.');
    expect(rendering.buttonNames()).not.toContain('Apply these changes');
  });

  it('that is cancelled changes nothing', async () => {
    rendering.render(<TransferPanel chatId={null} />);
    await choose('{}');
    await rendering.press('Cancel');
    expect(sent.map(({ type }) => type)).toEqual(['preview-settings']);
    expect(text()).not.toContain('Apply these changes');
  });

  it('that changes nothing can’t be applied', async () => {
    plan = { ...PLAN, changes: [] };
    rendering.render(<TransferPanel chatId="c" />);
    await choose('{}');
    expect(text()).toContain('The file changes nothing');
    expect(rendering.buttonNames()).not.toContain('Apply these changes');
  });

  it('with a prompt that no longer declares page content as data has a warning', async () => {
    plan = { ...PLAN, declaresPageData: false };
    rendering.render(<TransferPanel chatId="c" />);
    await choose('{}');
    expect(text()).toContain('no longer reads that text from pages is data');
  });

  it('that can’t be used is refused with the reason', async () => {
    const error = {
      code: 'invalid-message',
      message: 'The file is not JSON.',
      remedy: 'Other.',
      details: null,
    };
    failure = { ok: false, error };
    rendering.render(<TransferPanel chatId="c" />);
    await choose('x');
    expect(text()).toContain('The file is not JSON.');
    expect(rendering.buttonNames()).not.toContain('Apply these changes');
  });
});
