// @document

import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { NotificationSwitch } from '@/src/panel/settings/settings-sheet';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
/** The user's answer to the permission prompt, and the current permission. */
let allows: boolean;
let granted: boolean;
const onAdded = new Set<() => void>();
const request = vi.fn();

beforeEach(async () => {
  await browser.storage.local.clear();
  allows = true;
  granted = false;
  request.mockReset();
  request.mockImplementation(async () => {
    granted ||= allows;
    for (const listener of onAdded) listener();
    return granted;
  });
  Object.assign(browser.permissions, {
    request,
    contains: async () => granted,
    onAdded: {
      addListener: (listener: () => void) => onAdded.add(listener),
      removeListener: (listener: () => void) => onAdded.delete(listener),
    },
    onRemoved: { addListener: () => undefined, removeListener: () => undefined },
  });
});

/** The switch, with the error that the sheet shows. */
function WithError() {
  const { error } = useCommands();
  return (
    <>
      <NotificationSwitch />
      {error !== null && <SaidWords said={error.message} />}
    </>
  );
}

/** Waits until stored values are read again. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const show = () =>
  act(async () => {
    rendering.render(<WithError />);
    await settled();
  });
const box = () => rendering.shown.getByRole<HTMLInputElement>('checkbox');
const toggle = () =>
  act(async () => {
    await rendering.user.click(box());
    await settled();
  });

describe('the switch for notifications', () => {
  const kept = async () =>
    (await browser.storage.local.get(EXTENSION_SETTINGS.notifies.key))[EXTENSION_SETTINGS.notifies.key];

  it('requests the permission, and stores the setting', async () => {
    await show();
    expect(box().checked).toBe(false);
    await toggle();
    expect(request).toHaveBeenCalledExactlyOnceWith({ permissions: ['notifications'] });
    expect(await kept()).toBe(true);
    expect(box().checked).toBe(true);
    await toggle();
    expect(request).toHaveBeenCalledTimes(1);
    expect(await kept()).toBe(false);
  });

  it('stays off and shows the reason if the browser refuses', async () => {
    allows = false;
    await show();
    await toggle();
    expect(await kept()).toBeUndefined();
    expect(box().checked).toBe(false);
    expect(rendering.place.textContent).toContain('The browser doesn’t let Steward show notifications.');
  });

  it('is off if the permission was revoked', async () => {
    await browser.storage.local.set({ [EXTENSION_SETTINGS.notifies.key]: true });
    await show();
    expect(box().checked).toBe(false);
  });
});
