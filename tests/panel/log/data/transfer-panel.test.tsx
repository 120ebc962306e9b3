// @document
import { within } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import type { SettingsImport } from '@/src/core/records/settings-file';
import { type Command, commandSchema } from '@/src/messages/commands';
import { TransferPanel } from '@/src/panel/log/data/transfer-panel';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const IMPORT: SettingsImport = {
  changes: [
    { what: 'connection', name: 'Home', from: null, to: 'https://home.example/v1' },
    { what: 'chat', name: 'roundsPerRun', from: 10, to: 3 },
  ],
  declaresPageData: true,
  digest: 'd'.repeat(64),
};
const REFUSED = {
  code: 'invalid-message',
  message: 'The file is not JSON.',
  remedy: 'Other.',
  details: null,
};
let settingsImport: SettingsImport;
let sent: Command[];
let failure: unknown;
/** Resolves when the background may answer. */
let answers: Promise<unknown>;

beforeEach(() => {
  answers = Promise.resolve();
  settingsImport = IMPORT;
  sent = [];
  failure = null;
  const sendMessage = async ({ command }: { command: Command }) => {
    expect(commandSchema.safeParse(command).success).toBe(true);
    sent.push(command);
    await answers;
    if (failure !== null) return failure;
    if (command.type !== 'import-settings') return { ok: true, value: { text: '{}', leftOut: 1 } };
    if (!command.isLast) return { ok: true, value: null };
    return { ok: true, value: command.digest === null ? settingsImport : { chatIds: [] } };
  };
  Object.assign(browser.runtime, { sendMessage });
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
});

async function choose(content: string) {
  // jsdom's files can't be read as text.
  const file = Object.assign(new File([], 's.json'), { text: async () => content });
  await rendering.user.upload(rendering.shown.getByLabelText('Settings file'), file);
  for (let turn = 0; turn < 10; turn += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  }
}

describe('an export', () => {
  it('says how many connections are left out because their address is secret', async () => {
    rendering.render(<TransferPanel chatId="c" />);
    await rendering.press('Export settings');
    expect(sent).toEqual([{ type: 'export-settings', chatId: 'c' }]);
    expect(rendering.shown.getByText(/Saved without 1 connection/)).toBeDefined();
  });

  it('that fails has no note on the one before beside its error', async () => {
    rendering.render(<TransferPanel chatId="c" />);
    await rendering.press('Export settings');
    failure = { ok: false, error: REFUSED };
    await rendering.press('Export settings');
    expect(rendering.shown.getByText('The file is not JSON.')).toBeDefined();
    expect(rendering.place.textContent).not.toContain('Saved');
  });
});

describe('a file', () => {
  it('is shown with its changes in words, and applied by the digest of what was shown', async () => {
    rendering.render(<TransferPanel chatId="c" />);
    await choose('{"a":1}');
    expect(rendering.place.textContent).toContain('Connection Home: enter its key afterwards');
    expect(rendering.shown.getByText(/Chat: Steps before Steward asks to go on/)).toBeDefined();
    expect(rendering.shown.getByText(/Nothing was changed yet\./)).toBeDefined();
    const part = { type: 'import-settings', chatId: 'c', text: '{"a":1}', index: 0, isLast: true };
    expect(sent).toEqual([{ ...part, digest: null }]);
    await rendering.press('Apply these changes');
    expect(sent[1]).toEqual({ ...part, digest: IMPORT.digest });
    expect(rendering.shown.getByText('The changes were made.')).toBeDefined();
    expect(rendering.buttonNames()).not.toContain('Apply these changes');
  });

  it('keeps its card, with busy buttons, until the changes are made', async () => {
    rendering.render(<TransferPanel chatId="c" />);
    await choose('{}');
    let answer: () => void = () => undefined;
    answers = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await rendering.press('Apply these changes');
    await rendering.press('Apply these changes');
    await rendering.press('Cancel');
    const buttons = ['Apply these changes', 'Cancel'].map(rendering.button);
    expect(buttons.map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', 'true']);
    expect(sent).toHaveLength(2);
    await act(async () => answer());
    expect(rendering.shown.getByText('The changes were made.')).toBeDefined();
    expect(rendering.shown.queryByRole('region')).toBeNull();
  });

  it('whose changes can’t be made keeps its card with the error, and can be applied again', async () => {
    rendering.render(<TransferPanel chatId="c" />);
    await choose('{}');
    failure = { ok: false, error: REFUSED };
    await rendering.press('Apply these changes');
    const card = rendering.shown.getByRole('region', { name: 'What the file changes' });
    expect(within(card).getByText('The file is not JSON.')).toBeDefined();
    failure = null;
    await rendering.press('Apply these changes');
    expect(rendering.shown.getByText('The changes were made.')).toBeDefined();
    expect(rendering.shown.queryByRole('alert')).toBeNull();
  });

  it('that is cancelled after an error has no error left', async () => {
    rendering.render(<TransferPanel chatId="c" />);
    await choose('{}');
    failure = { ok: false, error: REFUSED };
    await rendering.press('Apply these changes');
    await rendering.press('Cancel');
    expect(rendering.shown.queryByRole('alert')).toBeNull();
  });

  it('that is cancelled changes nothing', async () => {
    rendering.render(<TransferPanel chatId={null} />);
    await choose('{}');
    await rendering.press('Cancel');
    expect(sent).toMatchObject([{ type: 'import-settings', digest: null }]);
    expect(rendering.buttonNames()).not.toContain('Apply these changes');
  });

  it('that changes nothing can’t be applied', async () => {
    settingsImport = { ...IMPORT, changes: [] };
    rendering.render(<TransferPanel chatId="c" />);
    await choose('{}');
    expect(rendering.shown.getByText(/The file changes nothing/)).toBeDefined();
    expect(rendering.buttonNames()).not.toContain('Apply these changes');
  });

  it('with a prompt that no longer declares page content as data has a warning', async () => {
    settingsImport = { ...IMPORT, declaresPageData: false };
    rendering.render(<TransferPanel chatId="c" />);
    await choose('{}');
    expect(rendering.shown.getByText(/no longer reads that text from pages is data/)).toBeDefined();
  });

  it('is sent in parts that fit a message', async () => {
    rendering.render(<TransferPanel chatId={null} />);
    await choose('x'.repeat(4_000_001));
    expect(sent).toMatchObject([
      { index: 0, isLast: false },
      { index: 1, isLast: true, text: 'x' },
    ]);
    expect(rendering.buttonNames()).toContain('Apply these changes');
  });

  it('that can’t be used takes away the changes of the file before, and the note on the last export', async () => {
    rendering.render(<TransferPanel chatId="c" />);
    await rendering.press('Export settings');
    await choose('{}');
    expect(rendering.place.textContent).not.toContain('Saved without');
    expect(rendering.buttonNames()).toContain('Apply these changes');
    failure = { ok: false, error: REFUSED };
    await choose('x');
    expect(rendering.shown.getByText('The file is not JSON.')).toBeDefined();
    expect(rendering.buttonNames()).not.toContain('Apply these changes');
  });

  it.each(['Apply these changes', 'Cancel'])('hands the focus to Import at %s', async (name) => {
    rendering.render(<TransferPanel chatId="c" />);
    await choose('{}');
    await rendering.press(name);
    expect(document.activeElement).toBe(rendering.button('Import…'));
  });
});
