// @document
import { waitFor, within } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import type { UnsavedChangesPreview } from '@/src/core/checkpoints/restore-unsaved-changes';
import { LOST_CHANGES_PREFIX } from '@/src/messages/channels';
import type { Command } from '@/src/messages/commands';
import { LostChangesCard } from '@/src/panel/conversation/reversals/lost-changes-card';
import type { StateDifference } from '@/src/schema/change';
import type { Run } from '@/src/schema/run';
import { emptyView, inShownChat, ShownError } from '../../in-shown-chat';
import { ended, storedRun } from '../../stored-run';
import { refusal, stubBackground } from '../../stub-background';
import { withFrameRendering } from '../../with-rendering';
import { SHOWN } from './previews';

const rendering = withFrameRendering();
const { button, buttonNames, press } = rendering;
const KEY = `${LOST_CHANGES_PREFIX}c`;
const RESTORE = 'Restore my unsaved changes';
const RULE = { kind: 'added', text: 'openai: ignore rule "*-preview"' } as const satisfies StateDifference;
const OFFER: UnsavedChangesPreview = {
  kind: 'restore-unsaved',
  ...SHOWN,
  differences: [RULE],
};

let sent: Command[];

beforeEach(async () => {
  await browser.storage.session.clear();
});

/** The background's answer to a command: it accepts it and removes the offer, it refuses it, or it never answers. */
type Background = 'accepts' | 'refuses' | 'hangs';

async function show({ run = null as Run | null, background = 'accepts' as Background } = {}) {
  sent = stubBackground(async () => {
    if (background === 'refuses') return refusal('page-changed');
    if (background === 'hangs') return new Promise(() => {});
    await browser.storage.session.remove(KEY);
    return { ok: true, value: { composerText: null } };
  });
  rendering.render(
    inShownChat(
      { view: emptyView(run) },
      <>
        <LostChangesCard />
        <ShownError />
      </>,
    ),
  );
  await act(async () => undefined);
}

/** The text of the card, followed by that of the error if there is one. */
const statuses = () => rendering.shown.getAllByRole('status').map(({ textContent }) => textContent);
const offer = (preview: UnsavedChangesPreview) => act(() => browser.storage.session.set({ [KEY]: preview }));

it('is shown as soon as there is an offer', async () => {
  await show();
  expect(buttonNames()).toEqual([]);
  await offer(OFFER);
  expect(within(rendering.shown.getByRole('group')).getByText(RULE.text)).toBeDefined();
  expect(buttonNames()).toEqual([RESTORE, 'Discard them']);
  await act(() => browser.storage.session.remove(KEY));
  expect(buttonNames()).toEqual([]);
});

it.each([
  [1, 'The page was reloaded: 1 unsaved change is gone.'],
  [3, 'The page was reloaded: 3 unsaved changes are gone.'],
])('says that %i changes are lost', async (amount, text) => {
  await show();
  await offer({
    ...OFFER,
    differences: Array.from({ length: amount }, (_, n) => ({ ...RULE, text: `${n}` })),
  });
  expect(statuses()).toEqual([text, '']);
});

const BUTTONS = [RESTORE, 'Discard them'];
it.each<[string, object, Run | null, string[]]>([
  ['not shown if null is stored', { [KEY]: null }, null, []],
  ['not shown if a text is stored', { [KEY]: 'x' }, null, []],
  ['not shown if an incomplete offer is stored', { [KEY]: { stateHash: 'h' } }, null, []],
  ['shown by a panel opened later', { [KEY]: OFFER }, null, BUTTONS],
  ['not shown for another chat’s offer', { [`${LOST_CHANGES_PREFIX}other`]: OFFER }, null, []],
  ['not shown beside a run that works', { [KEY]: OFFER }, storedRun({ state: 'processing' }), []],
  [
    'not shown beside a run that waits for an approval',
    { [KEY]: OFFER },
    storedRun({ state: 'waiting-for-approval', approvalId: 'a' }),
    [],
  ],
  ['shown beside a run that is over', { [KEY]: OFFER }, storedRun(ended('completed')), BUTTONS],
])('is %s', async (_, stored, run, buttons) => {
  await browser.storage.session.set(stored);
  await show({ run });
  expect(buttonNames()).toEqual(buttons);
});

it.each<[string, Command]>([
  [
    RESTORE,
    {
      type: 'reverse',
      chatId: 'c',
      target: { kind: 'restore-unsaved' },
      shown: SHOWN,
    },
  ],
  ['Discard them', { type: 'dismiss-lost-changes', chatId: 'c' }],
])('“%s” sends its command and focuses the composer', async (name, command) => {
  await show();
  await offer(OFFER);
  await press(name);
  expect(sent).toEqual([command]);
  await waitFor(() => expect(document.activeElement).toBe(rendering.frame.message));
  expect(statuses()).toEqual(['']);
});

it('keeps the focus of its buttons while one works, and takes no other press', async () => {
  await show({ background: 'hangs' });
  await offer(OFFER);
  await press(RESTORE);
  expect(document.activeElement).toBe(button(RESTORE));
  expect(button(RESTORE).getAttribute('aria-disabled')).toBe('true');
  expect(button(RESTORE).disabled).toBe(false);
  await press('Discard them');
  expect(sent).toHaveLength(1);
});

it('reports a failure, and can be retried', async () => {
  await show({ background: 'refuses' });
  await offer(OFFER);
  await press(RESTORE);
  await waitFor(() => expect(statuses().at(-1)).toBe('No.'));
  await waitFor(() => expect(button(RESTORE).getAttribute('aria-disabled')).toBe('false'));
  expect(document.activeElement).toBe(button(RESTORE));
});
