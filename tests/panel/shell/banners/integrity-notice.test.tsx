// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { IntegrityState } from '@/src/core/records/integrity-report';
import { IntegrityNotice } from '@/src/panel/shell/banners/banners';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { withRendering } from '../../with-rendering';

const writer = createDatabase(DATABASE_NAME);
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

const notice = () => page.shown.queryByRole('status')?.textContent ?? null;

/** Polls the text of the notice, since a query of the database updates it. */
const eventually = () =>
  expect.poll(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    return notice();
  });

it('what a check found at the start is announced, and leads to the stored data', async () => {
  expect(page.place.textContent).toBe('');
  await writer.integrity.put(state);
  await eventually().toMatch(/^Some of Steward’s stored data doesn’t fit together. Nothing was deleted./);
  await page.press('Show what was found');
  expect(onOpenData).toHaveBeenCalledOnce();
});

it('the notice disappears once the user has acknowledged the findings', async () => {
  await writer.integrity.put(state);
  await eventually().toMatch(/Nothing was deleted./);
  await writer.integrity.put({ ...state, unseen: null });
  await eventually().toBeNull();
  expect(page.place.textContent).toBe('');
});
