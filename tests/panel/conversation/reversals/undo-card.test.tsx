// @document
import { waitFor } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { PANEL_CHANNEL } from '@/src/messages/channels';
import type { Command } from '@/src/messages/commands';
import { UndoCard } from '@/src/panel/conversation/reversals/undo-card';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import * as queries from '@/src/store/queries';
import { aCheckpoint, aListedCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { storedRun } from '../../stored-run';
import { stubBackground } from '../../stub-background';
import { withRendering } from '../../with-rendering';
import { RULE_A, SHOWN, undoPreview } from './previews';

const rendering = withRendering();
let sent: Command[];

beforeEach(() => {
  sent = stubBackground(({ type }) => ({
    ok: true,
    value: type === 'preview-reversal' ? undoPreview({ differences: [RULE_A] }) : { composerText: null },
  }));
});

const checkpoint = (id: string, success: boolean) =>
  aCheckpoint({ id, calls: [{ executionId: 'x', name: 'add_rule', args: {}, success, message: null }] });

function show(entries: CheckpointEntry[], isBusy = false) {
  const onClose = vi.fn();
  const onReversed = vi.fn();
  const view = emptyView(isBusy ? storedRun({ state: 'processing' }) : null);
  const checkpoints = { entries, elsewhere: [], deletedCount: 0 };
  rendering.render(
    inShownChat({ view, checkpoints }, <UndoCard onClose={onClose} onReversed={onReversed} />),
  );
  return { onClose, onReversed };
}

it('previews the undo of the newest answer that changed something, and makes it once confirmed', async () => {
  const { onClose, onReversed } = show([
    checkpoint('failed', false),
    checkpoint('newest', true),
    checkpoint('old', true),
  ]);
  const target = { kind: 'undo', checkpointId: 'newest' };
  await rendering.shown.findByText(RULE_A.text);
  expect(sent).toMatchObject([{ type: 'preview-reversal', target }]);
  await rendering.press('Undo the change');
  expect(sent.at(-1)).toMatchObject({ type: 'reverse', target, shown: SHOWN });
  await waitFor(() => expect(onReversed).toHaveBeenCalledTimes(1));
  expect(onClose).not.toHaveBeenCalled();
});

it('says how far the undo has got, once it takes long', async () => {
  let end = () => {};
  sent = stubBackground(({ type }) =>
    type === 'preview-reversal'
      ? { ok: true, value: undoPreview({ differences: [RULE_A] }) }
      : new Promise((resolve) => {
          end = () => resolve({ ok: true, value: { composerText: null } });
        }),
  );
  const { onReversed } = show([checkpoint('newest', true)]);
  await rendering.shown.findByText(RULE_A.text);
  await rendering.press('Undo the change');
  const progressed = (chatId: string | null, done: number) => {
    const notice = { type: 'progressed', chatId, done, total: 32, isHeldUp: false };
    return act(async () => {
      await fakeBrowser.runtime.onMessage.trigger(
        { channel: PANEL_CHANNEL, notice },
        { id: browser.runtime.id },
      );
    });
  };
  await progressed(emptyView(null).chat.id, 3);
  await progressed('another chat', 31);
  await progressed(null, 30);
  const name = '3 of 32 changed…';
  expect((await rendering.shown.findByRole<HTMLProgressElement>('progressbar', { name })).value).toBe(3);
  await act(async () => end());
  await waitFor(() => expect(onReversed).toHaveBeenCalledTimes(1));
  expect(rendering.shown.queryByRole('progressbar')).toBeNull();
});

it('is closed by Cancel, and nothing is changed', async () => {
  const { onClose } = show([checkpoint('newest', true)]);
  await rendering.shown.findByText(RULE_A.text);
  await rendering.press('Cancel');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(sent.map(({ type }) => type)).toEqual(['preview-reversal']);
});

it('says if there is nothing to undo', async () => {
  const { onClose } = show([checkpoint('failed', false)]);
  expect(rendering.shown.getByText('There is nothing to undo on this page.')).toBeDefined();
  await rendering.press('Dismiss');
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('closes when a run begins', () => {
  expect(show([checkpoint('newest', true)], true).onClose).toHaveBeenCalledTimes(1);
});

it.each<[string, messageIds: string[], undone: string[]]>([
  ['undoes the last answer on each', ['new', 'old'], ['new south', 'new north']],
  ['says so if nothing is left', [], []],
])('in a chat about several sites %s', async (_, messageIds, undone) => {
  const calls = [{ executionId: 'x', name: 'add_rule', args: {}, success: true, message: null }];
  const changes = messageIds.map((messageId) =>
    ['north', 'south'].map((name) => ({
      ...{ name, chatId: name, messageId },
      checkpoint: aListedCheckpoint({ id: `${messageId} ${name}`, calls }),
    })),
  );
  vi.spyOn(queries, 'siteChanges').mockResolvedValue(changes);
  const targets = ['north', 'south'].map((name) => ({ name, chatId: name }));
  const view = emptyView(null, { targets });
  rendering.render(inShownChat({ view }, <UndoCard onClose={vi.fn()} onReversed={vi.fn()} />));
  if (undone.length === 0) {
    expect(await rendering.shown.findByText(/nothing to undo/i)).toBeDefined();
    return;
  }
  expect(await rendering.shown.findAllByText(RULE_A.text)).toHaveLength(2);
  await rendering.press('Undo 2 changes');
  expect(sent.flatMap((one) => (one.type === 'reverse' ? [one.target] : []))).toEqual(
    undone.map((checkpointId) => ({ kind: 'undo', checkpointId })),
  );
});
