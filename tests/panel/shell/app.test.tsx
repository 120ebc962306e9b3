// @vitest-environment jsdom
// @own-modules
import 'fake-indexeddb/auto';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import { App } from '@/src/panel/shell/app';
import { withFrameRendering } from '../with-rendering';

const rendering = withFrameRendering();

it('a panel whose page can’t be attached shows the error, and no page line that still reads the page', async () => {
  const error = { code: 'page-protocol', message: 'It broke.', remedy: 'Reload the page.', details: null };
  const sendMessage = async ({ command }: { command: Command }) =>
    command.type === 'attach' ? { ok: false, error } : { ok: true, value: null };
  Object.assign(browser.runtime, { sendMessage });
  Object.assign(browser.windows, { getCurrent: async () => ({ id: 1 }) });
  // What is loaded while nothing else is to be done isn't needed here.
  vi.stubGlobal('requestIdleCallback', () => 0);
  rendering.render(<App frame={rendering.frame} detached={null} />);
  const { shown } = rendering;
  const alert = () => act(async () => shown.queryByRole('alert')?.textContent);
  expect(shown.getByText('Reading the page…')).toBeDefined();
  await expect.poll(alert, { timeout: 10_000 }).toContain('It broke.');
  expect(shown.queryByText(/Reading the page…/)).toBeNull();
});
