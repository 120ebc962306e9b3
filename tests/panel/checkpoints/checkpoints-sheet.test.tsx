// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Checkpoint } from '@/src/core/records/checkpoint';
import type { Command } from '@/src/messages/commands';
import { CheckpointsSheet } from '@/src/panel/checkpoints/checkpoints-sheet';
import { deletedCheckpointsText } from '@/src/panel/checkpoints/deleted-checkpoints-text';
import type { ReversalPreview } from '@/src/panel/checkpoints/reversal';
import { aCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { RULE_A, RULE_B, rollbackPreview, undoPreview, WITH_CONFLICT, WITHOUT_CONFLICT } from './previews';

const RESPONSE = aCheckpoint({
  id: 'k1',
  calls: [{ executionId: 'x', name: 'n', label: 'add_rule("a")', outcome: null, success: null }],
});
const SAFETY = aCheckpoint({ id: 'k2', reason: 'before-rollback' });

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // jsdom knows the element but not its methods.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close: () => undefined,
  });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

/** Renders the sheet with a background that returns these previews or errors. */
async function show({
  checkpoints = [RESPONSE],
  deletedNote = null,
  rollback = rollbackPreview({ differences: [RULE_A, RULE_B] }),
  undo = undoPreview({ differences: [RULE_A] }),
}: {
  checkpoints?: Checkpoint[];
  deletedNote?: string | null;
  rollback?: ReversalPreview;
  undo?: ReversalPreview;
}) {
  const sent: Command[] = [];
  const answers: Partial<Record<Command['type'], unknown>> = {
    'preview-rollback': rollback,
    'preview-undo': undo,
    rollback: { composerText: 'Add a' },
    undo: null,
  };
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(command);
    return { ok: true, value: answers[command.type] };
  };
  Object.assign(browser.runtime, { sendMessage });
  const onRolledBack = vi.fn();
  await act(async () =>
    root.render(
      <CheckpointsSheet
        chatId="c"
        checkpoints={checkpoints}
        deletedNote={deletedNote}
        onClose={() => undefined}
        onRolledBack={onRolledBack}
      />,
    ),
  );
  const labelled = (text: string) =>
    [...place.querySelectorAll('label')].find((label) => label.textContent?.includes(text));
  const choose = async (text: string) => {
    const input = labelled(text)?.querySelector('input');
    if (input === null || input === undefined) throw new Error(`no choice ${text}`);
    await act(async () => input.click());
  };
  const primary = () => place.querySelector<HTMLButtonElement>('button.primary');
  const press = () => act(async () => primary()?.click());
  return { sent, onRolledBack, labelled, choose, primary, press };
}

it('rolls back to the selected row after its preview', async () => {
  const sheet = await show({});
  expect(sheet.primary()?.disabled).toBe(true);
  await sheet.choose('add_rule("a")');
  expect(place.textContent).toContain(RULE_B.text);
  expect(sheet.primary()?.textContent).toBe('Roll back');
  await sheet.press();
  expect(sheet.sent).toEqual([
    { type: 'preview-rollback', chatId: 'c', checkpointId: 'k1' },
    {
      type: 'rollback',
      chatId: 'c',
      checkpointId: 'k1',
      expectedStateHash: 'h',
      strategy: { strategy: 'replace' },
    },
  ]);
  expect(sheet.onRolledBack).toHaveBeenCalledExactlyOnceWith('Add a');
});

it('undoes only the selected answer if the user chooses so', async () => {
  const sheet = await show({});
  await sheet.choose('add_rule("a")');
  await sheet.choose('Undo only this');
  expect(place.textContent).toContain(RULE_A.text);
  expect(place.textContent).not.toContain(RULE_B.text);
  expect(sheet.primary()?.textContent).toBe('Undo');
  await sheet.press();
  expect(sheet.sent.slice(1)).toEqual([
    { type: 'preview-undo', chatId: 'c', checkpointId: 'k1' },
    { type: 'undo', chatId: 'c', checkpointId: 'k1', expectedStateHash: 'h' },
  ]);
  expect(sheet.onRolledBack).toHaveBeenCalledExactlyOnceWith(null);
});

it('shows what blocks an undo', async () => {
  const change = { label: 'add_rule("b")', atMs: new Date(2026, 10, 20, 14, 32, 15).getTime() };
  const undo = undoPreview({ obstacles: [{ path: '/rules', page: '["b"]', wanted: '["z"]', change }] });
  const sheet = await show({ undo });
  await sheet.choose('add_rule("a")');
  await sheet.choose('Undo only this');
  expect(place.textContent).toContain('add_rule("b") · 14:32:15');
  expect(place.textContent).toContain('Page: ["b"]');
  expect(sheet.primary()?.disabled).toBe(true);
});

it('warns if an undo may include manual changes', async () => {
  const sheet = await show({ undo: undoPreview({ differences: [RULE_A], isExact: false }) });
  await sheet.choose('add_rule("a")');
  await sheet.choose('Undo only this');
  expect(place.textContent).toContain('Manual changes made right after it may be in');
});

it('offers no undo for a row without an answer', async () => {
  const sheet = await show({ checkpoints: [SAFETY] });
  await sheet.choose('Before rollback');
  expect(sheet.labelled('Undo only this')).toBeUndefined();
});

it('keeps manual changes unless the user chooses otherwise', async () => {
  const rollback = rollbackPreview({
    differences: [RULE_A, RULE_B],
    changedByHand: [{ kind: 'added', text: 'by hand' }],
    merge: WITHOUT_CONFLICT,
  });
  const sheet = await show({ rollback });
  await sheet.choose('add_rule("a")');
  expect(sheet.labelled('Keep these changes')?.querySelector('input')?.checked).toBe(true);
  expect(place.textContent).not.toContain(RULE_B.text);
  await sheet.press();
  expect(sheet.sent.at(-1)).toMatchObject({ strategy: { strategy: 'merge', keep: null } });
  await sheet.choose('Roll back these changes too');
  expect(place.textContent).toContain(RULE_B.text);
});

it('is disabled until conflicts are resolved', async () => {
  const rollback = rollbackPreview({
    changedByHand: [{ kind: 'added', text: 'by hand' }],
    merge: WITH_CONFLICT,
  });
  const sheet = await show({ rollback });
  await sheet.choose('add_rule("a")');
  expect(place.textContent).toContain('/drafts/openai/ignore');
  expect(sheet.primary()?.disabled).toBe(true);
  await sheet.choose('Use the checkpoint’s version');
  await sheet.press();
  expect(sheet.sent.at(-1)).toMatchObject({ strategy: { strategy: 'merge', keep: 'checkpoint' } });
});

it('offers no choice if nothing can be kept', async () => {
  const rollback = rollbackPreview({ changedByHand: [{ kind: 'added', text: 'by hand' }] });
  const sheet = await show({ rollback });
  await sheet.choose('add_rule("a")');
  expect(place.textContent).toContain('the rollback undoes this too');
  expect(sheet.labelled('Roll back these changes too')).toBeUndefined();
  expect(sheet.primary()?.disabled).toBe(false);
});

it('shows the differences by path', async () => {
  const delta = {
    added: { 'rules.ignore': ['a'] },
    removed: { 'rules.whitelist': ['b'] },
    modified: { search: { old: '', new: 'x' } },
  };
  const sheet = await show({ rollback: rollbackPreview({ delta }) });
  await sheet.choose('add_rule("a")');
  expect(place.querySelector('details pre')?.textContent).toBe(
    '- rules.whitelist: "b"\n+ rules.ignore: "a"\n± search: "" → "x"',
  );
});

it('says below the states that older ones were deleted, and nothing if none were', async () => {
  await show({ deletedNote: deletedCheckpointsText(12, { checkpointLimit: 50 }) });
  expect(place.querySelector('.timeline + .secondary')?.textContent).toBe(
    '12 older checkpoints of this chat were deleted. It keeps at most 50, and always the session’s start.',
  );
  expect(deletedCheckpointsText(1, { checkpointLimit: 20 })).toBe(
    '1 older checkpoint of this chat was deleted. It keeps at most 20, and always the session’s start.',
  );
  await show({ deletedNote: deletedCheckpointsText(0, { checkpointLimit: 50 }) });
  expect(place.querySelector('.timeline + .secondary')).toBeNull();
});
