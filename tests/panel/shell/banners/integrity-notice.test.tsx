// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { IntegrityState } from '@/src/core/records/integrity-report';
import { IntegrityNotice } from '@/src/panel/shell/banners/integrity-notice';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { withRendering } from '../../with-rendering';

const writer = new StewardDatabase(DATABASE_NAME);
const page = withRendering();
const onOpenData = vi.fn();

const state: IntegrityState = {
  id: 'state',
  wholeCheckAtMs: null,
  unseen: { recoveredChats: [{ chatId: 'c', rows: 2 }], chatsWithoutRun: [], strayRows: [] },
  known: [],
};

beforeEach(async () => {
  await writer.integrity.clear();
  onOpenData.mockClear();
  page.render(<IntegrityNotice onOpenData={onOpenData} />);
});

/** Resolves once the place has this text. An update is rendered at the end of an act. */
const shown = (text: RegExp) =>
  vi.waitFor(
    async () => {
      await act(async () => new Promise((resolve) => setTimeout(resolve)));
      expect(page.place.textContent).toMatch(text);
    },
    { timeout: 5_000 },
  );

it('what a check found at the start is announced, and leads to the stored data', async () => {
  expect(page.place.textContent).toBe('');
  await writer.integrity.put(state);
  await shown(/^Some of Steward’s stored data doesn’t fit together. Nothing was deleted./);
  await page.press('Show what was found');
  expect(onOpenData).toHaveBeenCalledOnce();
});

it('the notice disappears once the user has acknowledged the findings', async () => {
  await writer.integrity.put(state);
  await shown(/Nothing was deleted./);
  await writer.integrity.put({ ...state, unseen: null });
  await shown(/^$/);
});
