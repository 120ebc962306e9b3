// @document
import { waitFor } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SavedOffer } from '@/src/core/checkpoints/saved-offers';
import type { Command } from '@/src/messages/commands';
import { SavedOfferView } from '@/src/panel/conversation/parts';
import type { Run } from '@/src/schema/run';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { CONNECTED } from '../../connected-page';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { rollbackMessage } from '../../stored-messages';
import { ended, storedRun } from '../../stored-run';
import { refusal, stubBackground } from '../../stub-background';
import { withFrameRendering } from '../../with-rendering';
import { feedOf, ShownEntry } from '../shown-conversation';
import { SHOWN } from './previews';

const rendering = withFrameRendering();
const { button, buttonNames, press } = rendering;
const expectFocus = (element: Element | null) => expect(document.activeElement).toBe(element);
// Loaded when it is needed.
beforeAll(() => SavedOfferView.load());
const NOTE = 'Clients still get the rules you saved.';
const SAVE = 'Save';
const RESTORE = 'Restore the earlier saved rules';
const RULE = { kind: 'removed', text: 'openai: ignore rule "*-preview"' } as const;
const OTHER_HASH = 'b'.repeat(64);
const OFFER: SavedOffer = {
  kind: 'restore-saved',
  note: NOTE,
  ...SHOWN,
  restore: { label: RESTORE, differences: [RULE] },
  canSave: true,
};
const ROW = rollbackMessage({ savedSince: { executionId: 'e', savedHash: 's' } });

let sent: Command[];
let offer: SavedOffer | null;
let failure: ErrorCode | null;
/** The background waits for this promise before it executes a command. */
let isFree: Promise<void>;

beforeEach(() => {
  offer = OFFER;
  failure = null;
  isFree = Promise.resolve();
});

/** Renders the row; the background returns `offer`, and `failure` for all other commands. */
async function show({ run = null as Run | null, page = CONNECTED } = {}) {
  sent = stubBackground(async ({ type }) => {
    if (type === 'preview-reversal') {
      return failure === 'page-gone' ? refusal(failure) : { ok: true, value: offer };
    }
    await isFree;
    return failure === null ? { ok: true, value: { composerText: null } } : refusal(failure);
  });
  await act(async () =>
    rendering.render(
      inShownChat(
        { view: emptyView(run), feed: feedOf({ page }) },
        <ShownEntry item={{ kind: 'rollback', key: 'rb', message: ROW }} hasSavedOffer={true} />,
      ),
    ),
  );
}

const types = () => sent.map(({ type }) => type);
const shownButtons = (names: string[]) => waitFor(() => expect(buttonNames()).toEqual(names));

describe('the row of a rollback past a save', () => {
  it('previews restoring, and can be cancelled', async () => {
    await show();
    await press(RESTORE);
    expect(rendering.shown.getByText(RULE.text)).toBeDefined();
    expect(types()).not.toContain('reverse');
    expect(buttonNames()).toEqual(['Restore as unsaved changes', 'Cancel']);
    expectFocus(button('Cancel'));
    await press('Cancel');
    expect(buttonNames()).toEqual([SAVE, RESTORE]);
    expectFocus(button(RESTORE));
  });

  it('restores the state shown, refreshes the offer, and moves the focus', async () => {
    await show();
    await press(RESTORE);
    offer = { ...OFFER, restore: null };
    await press('Restore as unsaved changes');
    await shownButtons([SAVE]);
    expect(sent.find(({ type }) => type === 'reverse')).toEqual({
      type: 'reverse',
      chatId: 'c',
      target: { kind: 'restore-saved' },
      shown: SHOWN,
    });
    expect(types().at(-1)).toBe('preview-reversal');
    expectFocus(rendering.frame.message);
  });

  it('restores with the hash of the newest offer that it shows', async () => {
    await show();
    await press(RESTORE);
    offer = { ...OFFER, stateHash: OTHER_HASH };
    await show({ page: { ...CONNECTED } });
    await press('Restore as unsaved changes');
    expect(sent.find(({ type }) => type === 'reverse')).toMatchObject({ shown: { stateHash: OTHER_HASH } });
  });

  it('saves the page in a run that needs approval; the button keeps the focus while it works, and no other press is taken', async () => {
    await show();
    let free = () => {};
    isFree = new Promise((resolve) => (free = resolve));
    await press(SAVE);
    expectFocus(button(SAVE));
    expect(button(SAVE).getAttribute('aria-disabled')).toBe('true');
    expect(button(SAVE).disabled).toBe(false);
    await press(RESTORE);
    expect(buttonNames()).toEqual([SAVE, RESTORE]);
    await act(async () => free());
    await press(SAVE);
    const save = { type: 'save-page', chatId: 'c' };
    expect(sent.filter(({ type }) => type !== 'preview-reversal')).toEqual([save, save]);
  });

  it('hands the focus to the message field if the focused button is gone after a failure', async () => {
    await show();
    failure = 'page-changed';
    offer = { ...OFFER, canSave: false };
    await press(SAVE);
    await shownButtons([RESTORE]);
    expectFocus(rendering.frame.message);
  });

  it('refreshes the offer after a failure', async () => {
    await show();
    await press(RESTORE);
    failure = 'page-changed';
    offer = {
      ...OFFER,
      stateHash: OTHER_HASH,
      restore: { label: RESTORE, differences: [{ ...RULE, text: 'other' }] },
    };
    await press('Restore as unsaved changes');
    await rendering.shown.findByText('other');
    expect(buttonNames()).toEqual(['Restore as unsaved changes', 'Cancel']);
  });

  it.each<[string, () => Promise<void>]>([
    ['run', () => show({ run: storedRun({ state: 'processing' }) })],
    [
      'failed comparison',
      async () => {
        failure = 'page-gone';
        await show({ page: { ...CONNECTED } });
        failure = null;
      },
    ],
  ])('leaves the preview closed after a %s, and the focus where it is', async (_, interrupt) => {
    await show();
    await press(RESTORE);
    await interrupt();
    rendering.frame.message.focus();
    await show({ page: { ...CONNECTED } });
    expect(buttonNames()).toEqual([SAVE, RESTORE]);
    expectFocus(rendering.frame.message);
  });

  it('removes the offer when the page reports another save', async () => {
    await show();
    offer = null;
    await show({ page: { ...CONNECTED } });
    expect(rendering.shown.queryByText(NOTE)).toBeNull();
    expect(buttonNames()).toEqual([]);
  });

  it.each<[string, Partial<SavedOffer>, string[]]>([
    ['the page can be saved, and the saved state restored', {}, [SAVE, RESTORE]],
    ['the page equals the saved state', { canSave: false }, [RESTORE]],
    ['nothing is left to restore', { restore: null }, [SAVE]],
    ['neither is possible', { canSave: false, restore: null }, []],
  ])('shows the effect of the saved state if %s', async (_, changes, buttons) => {
    offer = { ...OFFER, ...changes };
    await show();
    expect(rendering.shown.getByText(NOTE)).toBeDefined();
    expect(rendering.shown.queryByText(RULE.text)).toBeNull();
    expect(buttonNames()).toEqual(buttons);
  });

  it.each<[string, Run, boolean]>([
    ['works', storedRun({ state: 'processing' }), false],
    ['waits for an approval', storedRun({ state: 'waiting-for-approval', approvalId: 'a' }), false],
    ['is over', storedRun(ended('completed')), true],
  ])('beside a run that %s: %o', async (_, run, isOffered) => {
    await show({ run });
    expect(types().includes('preview-reversal')).toBe(isOffered);
    expect(buttonNames().length > 0).toBe(isOffered);
  });

  it('shows an error if the page can’t be read', async () => {
    failure = 'page-gone';
    await show();
    expect(rendering.place.textContent).toContain('The saved state can’t be compared: No.');
    expect(buttonNames()).toEqual([]);
  });
});
