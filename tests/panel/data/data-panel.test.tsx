// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { DataPanel } from '@/src/panel/data/data-panel';
import { sendCommand } from '@/src/panel/link/send-command';
import { saveFile } from '@/src/panel/log/save-file';
import { withRendering } from '../with-rendering';

vi.mock('@/src/panel/link/send-command', () => ({ sendCommand: vi.fn() }));
vi.mock('@/src/panel/log/save-file', () => ({ saveFile: vi.fn() }));
vi.mock('@/src/store/queries', () => ({
  backupText: async () => 'a backup',
  freeableRows: async () => ({ requests: 3, checkpoints: 7 }),
}));

const page = withRendering();
const onReplaced = vi.fn();
const sent = () => vi.mocked(sendCommand).mock.calls.map(([command]) => command as Command);

beforeEach(() => {
  onReplaced.mockClear();
  vi.mocked(saveFile).mockClear();
  vi.mocked(sendCommand).mockReset();
  vi.mocked(sendCommand).mockImplementation(async ({ type }: Command) => {
    const report = {
      recoveredChats: [{ chatId: 'c', rows: 4 }],
      chatsWithoutRun: [],
      strayRows: [{ table: 'checkpoints', rows: 1 }],
    };
    return (type === 'check-data' ? report : null) as never;
  });
  page.render(<DataPanel chatId={null} onReplaced={onReplaced} />);
});

async function chooseFile(text: string) {
  const input = page.place.querySelector('input');
  if (input === null) throw new Error('no file input');
  Object.defineProperty(input, 'files', { value: [{ text: async () => text }] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

describe('deleting all data', () => {
  it('asks first, and Keep keeps everything', async () => {
    await page.press('Delete all my data…');
    expect(page.place.querySelector('[role="alert"]')?.textContent).toContain('This can’t be undone.');
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
    expect(saveFile).toHaveBeenCalledWith(
      expect.stringMatching(/^steward-backup_\d{8}T\d{6}Z\.jsonl$/),
      'application/jsonl',
      'a backup',
    );
  });

  it('is restored in parts that fit a message', async () => {
    await chooseFile('x'.repeat(4_000_001));
    expect(sent()).toMatchObject([
      { type: 'restore-backup', index: 0, isLast: false },
      { type: 'restore-backup', index: 1, isLast: true, text: 'x' },
    ]);
    expect(onReplaced).toHaveBeenCalledOnce();
  });
});

describe('space and integrity', () => {
  it('deletes checkpoints only after a confirmation', async () => {
    await page.press('Delete checkpoints…');
    expect(sent()).toEqual([]);
    await page.press('Delete checkpoints');
    expect(sent()).toEqual([{ type: 'free-space', what: 'checkpoints' }]);
  });

  it('lists what the check found', async () => {
    await page.press('Check data');
    expect([...page.place.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      '4 rows without a chat are in a chat named “Recovered chat” now (c).',
      '1 row of checkpoints without a message; kept.',
    ]);
  });
});
