// @document
import { waitFor } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import { InlineReversal } from '@/src/panel/conversation/reversals/inline-reversal';
import { DEFAULT_CHOICE } from '@/src/panel/conversation/reversals/reversal';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { storedRun } from '../../stored-run';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const UNDO = 'Undo 2 changes of this answer';
const ERROR = { code: 'busy', message: 'A run has begun.', remedy: 'Wait.', details: null };
/** Answers the command that carries the undo out. */
let refuse: () => void;

beforeEach(() => {
  const preview = {
    kind: 'undo',
    stateHash: 'h',
    position: 3,
    differences: [],
    obstacles: [],
    savedNote: '',
    isExact: true,
  };
  const sendMessage = ({ command }: { command: Command }) =>
    command.type === 'preview-reversal'
      ? Promise.resolve({ ok: true, value: preview })
      : new Promise((resolve) => {
          refuse = () => resolve({ ok: false, error: ERROR });
        });
  Object.assign(browser.runtime, { sendMessage });
});

function show(isBusy: boolean) {
  const run = isBusy ? storedRun({ state: 'processing' }) : null;
  rendering.render(
    inShownChat(
      { view: emptyView(run) },
      <InlineReversal
        target={{ kind: 'undo', checkpointId: 'cp' }}
        initialChoice={DEFAULT_CHOICE}
        button={{ kind: 'undo', changes: 2 }}
        onReversed={() => undefined}
      />,
    ),
  );
}

const alert = () => rendering.shown.queryByRole('alert');
const expectError = () => expect(alert()?.textContent).toContain(ERROR.message);

async function confirmUndo() {
  show(false);
  await rendering.press(UNDO);
  await waitFor(() => expect(rendering.button('Undo').disabled).toBe(false));
  await rendering.press('Undo');
}

/** Confirms the undo, begins a run, and then makes the background refuse the command. */
async function refuseInRun() {
  await confirmUndo();
  show(true);
  await act(async () => refuse());
}

it('a refused undo shows its error after the run that began meanwhile, until it is dismissed', async () => {
  await refuseInRun();
  expectError();
  show(false);
  expectError();
  await rendering.press('Dismiss');
  expect(alert()).toBeNull();
});

it('a refused undo shows its error until the undo is tried again', async () => {
  await refuseInRun();
  show(false);
  await rendering.press(UNDO);
  expect(alert()).toBeNull();
});

it('a refused undo shows no error after Cancel', async () => {
  await confirmUndo();
  await act(async () => refuse());
  expectError();
  await rendering.press('Cancel');
  expect(alert()).toBeNull();
});
