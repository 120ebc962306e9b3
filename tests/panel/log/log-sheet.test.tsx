// @document
import 'fake-indexeddb/auto';
import { waitFor, within } from '@testing-library/react/pure';
import { beforeEach, expect, it } from 'vitest';
import { LogSheet } from '@/src/panel/log/log-sheet';
import { stubDialogs } from '../stub-dialogs';
import { withRendering } from '../with-rendering';

const sheet = withRendering();
beforeEach(stubDialogs);

const tab = (name: string) => sheet.shown.getByRole('tab', { name });
/** Waits until the tab panel with this name contains the control. */
const shows = async (name: string, role: string, control: string) => {
  const tabPanel = sheet.shown.getByRole('tabpanel', { name });
  await within(tabPanel).findByRole(role, { name: control });
};

async function show() {
  sheet.render(
    <LogSheet chatId={null} firstTab="log" onClose={() => undefined} onDataReplaced={() => undefined} />,
  );
  expect(tab('Log').getAttribute('aria-selected')).toBe('true');
  await shows('Log', 'combobox', 'Log level');
}

it('the sheet opens with the log and switches between log and data', async () => {
  await show();
  await sheet.user.click(tab('Data'));
  await shows('Data', 'button', 'Save backup');
  expect(sheet.shown.queryByRole('combobox', { name: 'Log level' })).toBeNull();
  await sheet.user.click(tab('Log'));
  await shows('Log', 'combobox', 'Log level');
});

it('the arrow keys switch tabs and move the focus', async () => {
  await show();
  tab('Log').focus();
  for (const [key, name] of [
    ['ArrowRight', 'Data'],
    ['ArrowRight', 'Report a problem'],
    ['ArrowRight', 'Log'],
    ['ArrowLeft', 'Report a problem'],
    ['ArrowLeft', 'Data'],
    ['ArrowLeft', 'Log'],
    ['Home', 'Log'],
  ] as const) {
    await sheet.user.keyboard(`{${key}}`);
    await waitFor(() => expect(tab(name).getAttribute('aria-selected')).toBe('true'));
    expect(document.activeElement).toBe(tab(name));
    expect(tab(name).tabIndex).toBe(0);
  }
});
