// @document
import 'fake-indexeddb/auto';
import { waitFor, within } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { WHOLE_LOG } from '@/src/core/logging/log-lines';
import { newChatSettings } from '@/src/core/records/chat';
import type { IntegrityReport } from '@/src/core/records/integrity-report';
import type { RestoreOffer } from '@/src/core/records/restore-offer';
import { PANEL_CHANNEL } from '@/src/messages/channels';
import type { Command } from '@/src/messages/commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { loadStore } from '@/src/panel/data/stored-data';
import * as saving from '@/src/panel/kit/progress/save-file';
import { DataPanel } from '@/src/panel/log/data/data-panel';
import * as queries from '@/src/store/queries';
import { stubCommands } from '../../stub-commands';
import { withRendering } from '../../with-rendering';

const stored = {
  chatLogs: [] as queries.ChatLogSize[],
  unseen: null as IntegrityReport | null,
  calls: null as Awaited<ReturnType<typeof queries.log.calls>>,
};

const page = withRendering();
// A panel that is open has loaded the database's code.
beforeAll(async () => void (await loadStore()));
const onReplaced = vi.fn();
const sent = () => vi.mocked(sendCommand).mock.calls.map(([command]) => command as Command);

beforeEach(() => {
  onReplaced.mockClear();
  Object.assign(stored, { chatLogs: [], unseen: null, calls: null });
  vi.spyOn(saving, 'saveBlob').mockReturnValue();
  vi.spyOn(saving, 'saveFile').mockReturnValue();
  vi.spyOn(queries, 'backupText').mockImplementation(async () => 'a backup');
  vi.spyOn(queries, 'freeableRows').mockImplementation(async () => ({
    requests: 3,
    checkpoints: 7,
    chatLogs: stored.chatLogs,
  }));
  vi.spyOn(queries, 'keepsPayloads').mockImplementation(async () => true);
  vi.spyOn(queries.log, 'calls').mockImplementation(async () => stored.calls);
  vi.spyOn(queries.log, 'lines').mockImplementation(async () => []);
  vi.spyOn(queries, 'unseenFindings').mockImplementation(async () => stored.unseen);
  stubCommands();
  vi.mocked(sendCommand).mockImplementation(async ({ type }: Command) => {
    const report = {
      recoveredChats: [{ chatId: 'c', rows: 4 }],
      chatsWithoutRun: [],
      strayRows: [{ table: 'checkpoints', missing: 'message', chatId: null, rows: 1 }],
    };
    return (type === 'check-data' ? report : null) as never;
  });
  page.render(<DataPanel chatId={null} onReplaced={onReplaced} />);
});

async function chooseFile(text: string) {
  // The File of jsdom has no method text().
  const file = Object.assign(new File([], 'backup.jsonl'), { text: async () => text });
  await page.user.upload(page.shown.getByLabelText('Backup file'), file);
}

/** A promise, and the function that resolves it with null. */
function held() {
  let resolve: (value: null) => void;
  const promise = new Promise<null>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, release: () => act(async () => resolve(null)) };
}

const NO_FINDINGS = { recoveredChats: [], chatsWithoutRun: [], strayRows: [] } as never;

/** Sends the background’s notice of the number of chats that are done. */
const chatsDone = (done: number, total: number) =>
  fakeBrowser.runtime.onMessage.trigger(
    { channel: PANEL_CHANNEL, notice: { type: 'progressed', chatId: null, done, total, isHeldUp: false } },
    { id: browser.runtime.id },
  );

const isBusy = (name: string) => page.button(name).getAttribute('aria-disabled') === 'true';
const findings = async () =>
  (await page.shown.findAllByRole('listitem')).map(({ textContent }) => textContent);

describe('deleting all data', () => {
  it('asks first, and Keep keeps everything', async () => {
    await page.press('Delete all my data…');
    expect(page.shown.getByRole('alert').textContent).toContain('This can’t be undone.');
    expect(document.activeElement).toBe(page.button('Keep'));
    await page.press('Keep');
    expect(sent()).toEqual([]);
  });

  it('deletes after the confirmation, and attaches again', async () => {
    await page.press('Delete all my data…');
    await page.press('Delete all my data');
    expect(sent()).toEqual([{ type: 'delete-all-data' }]);
    expect(onReplaced).toHaveBeenCalledOnce();
  });
});

describe('a backup', () => {
  it('is saved as a file', async () => {
    await page.press('Save backup');
    expect(saving.saveFile).toHaveBeenCalledWith(
      expect.stringMatching(/^steward-backup_\d{8}T\d{6}Z\.jsonl$/),
      'application/jsonl',
      'a backup',
    );
  });

  it('leaves its button the focus, and is saved once at a time', async () => {
    const text = held();
    vi.mocked(queries.backupText).mockReturnValueOnce(text.promise.then(() => 'a backup'));
    await page.press('Save backup');
    const save = page.button('Save backup');
    expect(save.disabled).toBe(false);
    expect(document.activeElement).toBe(save);
    expect(isBusy('Save backup')).toBe(true);
    expect(isBusy('Restore…')).toBe(true);
    await page.press('Save backup');
    await text.release();
    await waitFor(() => expect(isBusy('Save backup')).toBe(false));
    expect(saving.saveFile).toHaveBeenCalledOnce();
  });

  it('says how much of it was read, if that takes long', async () => {
    const text = held();
    vi.mocked(queries.backupText).mockImplementationOnce(async (_nowMs, onRows) => {
      onRows(400, 1_000);
      await text.promise;
      return 'a backup';
    });
    await page.press('Save backup');
    const bar = await page.shown.findByRole<HTMLProgressElement>('progressbar', {
      name: 'Saving the backup',
    });
    expect(bar.value).toBe(0.4);
    expect(page.shown.getByText('Saving the backup… 40%')).toBeDefined();
    await text.release();
    await waitFor(() => expect(page.shown.queryByRole('progressbar')).toBeNull());
  });

  describe('that was chosen', () => {
    const { prompt } = newChatSettings();
    const offer: RestoreOffer = {
      chats: 2,
      messages: 1_200,
      changes: [
        { what: 'connection', name: 'Endpoint', from: null, to: 'http://elsewhere.test/v1' },
        { what: 'chat', name: 'prompt', from: prompt, to: { ...prompt, baseTemplate: 'Obey.' } },
      ],
      declaresPageData: false,
      sites: ['http://admin.test'],
    };
    const card = () => page.shown.queryByRole('region', { name: 'Contents of the backup' });
    beforeEach(() => {
      vi.mocked(sendCommand).mockImplementation(async (command: Command) => {
        if (command.type !== 'restore-backup' || !command.isLast) return null as never;
        return (command.keepsPrompts === null ? offer : { rows: 9 }) as never;
      });
    });

    it('shows what it holds before anything is replaced, and Cancel restores nothing', async () => {
      await chooseFile('x');
      expect(sent().map((command) => 'keepsPrompts' in command && command.keepsPrompts)).toEqual([null]);
      const shown = card()?.textContent;
      for (const part of [
        ...[
          'chats: 2, messages: 1,200',
          'Not restored: your decisions',
          'http://elsewhere.test/v1',
          'http://admin.test',
        ],
        ...['Chat: System prompt', 'Obey.', 'no longer reads that text from pages is data'],
      ]) {
        expect(shown).toContain(part);
      }
      await page.press('Cancel');
      expect(card()).toBeNull();
      expect(document.activeElement).toBe(page.button('Restore…'));
      expect(sent()).toHaveLength(1);
      expect(onReplaced).not.toHaveBeenCalled();
    });

    it.each([
      ['Restore', false],
      ['Restore with system prompts', true],
    ])('is restored by %s, in parts that fit a message', async (button, keepsPrompts) => {
      await chooseFile('x'.repeat(4_000_001));
      await page.press(button);
      expect(sent()).toMatchObject([
        { index: 0, isLast: false, keepsPrompts: null },
        { index: 1, isLast: true, keepsPrompts: null },
        { index: 0, isLast: false, keepsPrompts },
        { index: 1, isLast: true, keepsPrompts, text: 'x' },
      ]);
      expect(onReplaced).toHaveBeenCalledOnce();
      expect(card()).toBeNull();
    });
  });
});

describe('space and integrity', () => {
  it('deletes checkpoints only after a confirmation', async () => {
    await page.press('Delete checkpoints…');
    expect(sent()).toEqual([]);
    await page.press('Delete checkpoints');
    expect(sent()).toEqual([{ type: 'free-space', what: 'checkpoints' }]);
  });

  it.each([
    ['Chromium', undefined, 'The browser doesn’t delete this data to free space.'],
    ['Firefox that keeps it', async () => true, 'The browser doesn’t delete this data to free space.'],
    ['Firefox that doesn’t', async () => false, 'the browser may delete all of this data'],
    [
      'Firefox that doesn’t say',
      () => Promise.reject(new Error()),
      'the browser may delete all of this data',
    ],
  ])('say whether the browser may delete the data: in %s', async (_browser, persisted, expected) => {
    if (persisted !== undefined) vi.stubEnv('FIREFOX', 'true');
    vi.stubGlobal('navigator', { storage: { persisted, estimate: async () => ({}) } });
    await act(async () => page.render(<DataPanel key="again" chatId={null} onReplaced={onReplaced} />));
    vi.unstubAllEnvs();
    expect(page.shown.getByText(expected, { exact: false })).toBeDefined();
  });

  it('says how many chats are checked, if that takes long, and can be checked once at a time', async () => {
    const found = held();
    vi.mocked(sendCommand).mockImplementationOnce(() => found.promise.then(() => NO_FINDINGS));
    await page.press('Check data');
    expect(isBusy('Check data')).toBe(true);
    await page.shown.findByRole('progressbar', { name: 'Checking the data' });
    await act(async () => void chatsDone(3, 32));
    expect(page.shown.getByText('Checking the data… 3 of 32 chats')).toBeDefined();
    await found.release();
    expect(await findings()).toEqual(['Everything fits together.']);
  });

  it('lists what the check found', async () => {
    await page.press('Check data');
    expect(await findings()).toEqual([
      '4 rows without a chat are now in a chat named “Recovered chat” (c).',
      '1 row of checkpoints without a message; kept.',
    ]);
  });
});

describe('chat logs', () => {
  const sizes = [
    { chatId: 'c', rows: 2, characters: 1_200_000 },
    { chatId: 'other', rows: 1, characters: 900 },
  ];

  it('have no button to delete them if there are none', async () => {
    // Once the question contains this number, the panel has read the sizes of the stored data.
    await page.press('Delete checkpoints…');
    await page.shown.findByText(/\b7 checkpoints\b/);
    expect(page.place.textContent).not.toContain('Delete chat logs');
  });

  it('are saved as lines of the chat, and their calls as text', async () => {
    stored.calls = { title: 'Filter', calls: [] };
    show('c');
    for (const name of ['Export chat log', 'Export tool calls']) {
      await page.press(name);
      await waitFor(() => expect(isBusy(name)).toBe(false));
    }
    expect(vi.mocked(saving.saveBlob).mock.calls.map(([name]) => name)).toEqual([
      expect.stringMatching(/^steward-log_\d{8}T\d{6}Z\.jsonl$/),
      expect.stringMatching(/^toolcalls_\d{8}T\d{6}Z\.md$/),
    ]);
    expect(queries.log.lines).toHaveBeenCalledWith({ ...WHOLE_LOG, chatId: 'c' });
  });

  it('of a chat that was deleted show an error', async () => {
    show('c');
    await page.press('Export tool calls');
    const alert = await page.shown.findByRole('alert');
    expect(within(alert).getByText('This chat is no longer there.')).toBeDefined();
  });

  it('of all chats are deleted after a confirmation that names chats and size', async () => {
    stored.chatLogs = sizes;
    show('c');
    await pressOnceThere('Delete chat logs (1.3 MB)…');
    expect(page.shown.getByRole('alert').textContent).toContain(
      'Delete the logs of 2 chats, with 1.3 MB of requests and answers?',
    );
    expect(sent()).toEqual([]);
    await page.press('Delete chat logs');
    expect(sent()).toEqual([{ type: 'free-space', what: 'chat-logs' }]);
  });

  it('of the chat shown are deleted alone', async () => {
    stored.chatLogs = sizes;
    show('other');
    await pressOnceThere('Delete this chat log (900 B)…');
    await page.press('Delete chat log');
    expect(sent()).toEqual([{ type: 'delete-chat-log', chatId: 'other' }]);
  });
});

describe('what the check at the start found', () => {
  it('is listed until the user has seen it', async () => {
    stored.unseen = {
      recoveredChats: [],
      chatsWithoutRun: [{ chatId: 'c', title: 'Hide models' }],
      strayRows: [{ table: 'payloads', missing: 'chat', chatId: 'gone', rows: 2 }],
    };
    show('c');
    await page.shown.findByText(/^Found when Steward started\./);
    expect(await findings()).toEqual([
      'The last run of “Hide models” is missing: its messages can be read, not continued.',
      '2 rows of payloads without a chat (chat gone); kept.',
    ]);
    await page.press('Don’t show again');
    expect(sent()).toEqual([{ type: 'acknowledge-findings' }]);
  });
});

/** Renders the panel again, so that it reads the stored data of the chat again. */
function show(chatId: string) {
  page.render(<DataPanel key="again" chatId={chatId} onReplaced={onReplaced} />);
}

const pressOnceThere = async (name: string) =>
  page.user.click(await page.shown.findByRole('button', { name }));
