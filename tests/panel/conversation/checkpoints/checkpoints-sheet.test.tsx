// @document
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import { CheckpointsSheet } from '@/src/panel/conversation/checkpoints/checkpoints-sheet';
import type { ShownPreview } from '@/src/panel/conversation/reversals/reversal';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import type { ListedCheckpoint } from '@/src/store/queries';
import { aListedCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { copiedChat, HERE } from '../../../fakes/copied-chat';
import { stubDialogs } from '../../stub-dialogs';
import {
  RULE_A,
  RULE_B,
  rollbackPreview,
  undoPreview,
  WITH_CONFLICT,
  WITHOUT_CONFLICT,
} from '../reversals/previews';

const RESPONSE = aListedCheckpoint({
  id: 'k1',
  calls: [{ executionId: 'x', name: 'add_rule', args: { pattern: 'a' }, success: null, message: null }],
});
const SAFETY = aListedCheckpoint({ id: 'k2', reason: 'before-rollback' });

let root: Root;
let place: HTMLElement;

/** More than the time for which a row is chosen or pointed at before its preview is requested. */
const PAUSE_MS = 500;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubDialogs();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Renders the sheet with a background that returns these previews or errors. */
async function show({
  checkpoints = [RESPONSE],
  elsewhere = [],
  deletedCount = 0,
  limit = 50,
  initialId = null,
  rollback = rollbackPreview({ differences: [RULE_A, RULE_B] }),
  undo = undoPreview({ differences: [RULE_A] }),
  refused = [],
}: {
  checkpoints?: ListedCheckpoint[];
  elsewhere?: ListedCheckpoint[];
  deletedCount?: number;
  limit?: number;
  initialId?: string | null;
  rollback?: ShownPreview;
  undo?: ShownPreview;
  refused?: Command['type'][];
}) {
  const sent: Command[] = [];
  const chat = copiedChat();
  chat.settings.checkpointLimit = limit;
  const answer = (command: Command) => {
    if (command.type === 'preview-reversal') return command.target.kind === 'undo' ? undo : rollback;
    if (command.type !== 'reverse') return undefined;
    return { composerText: command.target.kind === 'undo' ? null : 'Add a' };
  };
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(command);
    return refused.includes(command.type)
      ? { ok: false, error: { code: 'page-changed', message: 'It changed.', remedy: null, details: null } }
      : { ok: true, value: answer(command) };
  };
  Object.assign(browser.runtime, { sendMessage });
  const onRolledBack = vi.fn();
  const rest = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const list = (listed: ListedCheckpoint[]) =>
    root.render(
      <CommandErrors>
        <CheckpointsSheet
          chat={chat}
          checkpoints={listed}
          elsewhere={elsewhere}
          deletedCount={deletedCount}
          initialId={initialId}
          onClose={() => undefined}
          onRolledBack={onRolledBack}
        />
      </CommandErrors>,
    );
  await act(async () => list(checkpoints));
  await rest(PAUSE_MS);
  const labelled = (text: string) =>
    [...place.querySelectorAll('label')].find((label) => label.textContent?.includes(text));
  const click = async (text: string) => {
    const input = labelled(text)?.querySelector('input');
    if (input === null || input === undefined) throw new Error(`no choice ${text}`);
    await act(async () => input.click());
  };
  const choose = async (text: string) => {
    await click(text);
    await rest(PAUSE_MS);
  };
  /** Moves the pointer over a row, and rests there. */
  const pointAt = async (text: string, restMs: number) => {
    const event = new PointerEvent('pointermove', { bubbles: true });
    await act(async () => void labelled(text)?.dispatchEvent(event));
    await rest(restMs);
  };
  const leave = async (text: string) => {
    // React derives leaving from the events that bubble.
    const event = new PointerEvent('pointerout', { bubbles: true, relatedTarget: document.body });
    await act(async () => void labelled(text)?.dispatchEvent(event));
  };
  const button = (text: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  const pressButton = async (text: string) => {
    await act(async () => button(text)?.click());
    await rest(PAUSE_MS);
  };
  const primary = () => place.querySelector<HTMLButtonElement>('button.primary');
  const isReady = () => primary()?.getAttribute('aria-disabled') === 'false';
  const press = () => act(async () => primary()?.click());
  return {
    sent,
    /** Shows other checkpoints in the open sheet. */
    list: (listed: ListedCheckpoint[]) => act(async () => list(listed)),
    onRolledBack,
    labelled,
    click,
    choose,
    rest,
    pointAt,
    leave,
    button,
    pressButton,
    primary,
    isReady,
    press,
  };
}

it('rolls back to the selected row after its preview', async () => {
  const sheet = await show({});
  expect(sheet.isReady()).toBe(false);
  await sheet.choose('add_rule("a")');
  expect(place.textContent).toContain(RULE_B.text);
  expect(sheet.primary()?.textContent).toBe('Roll back');
  await sheet.press();
  expect(sheet.sent).toEqual([
    { type: 'preview-reversal', chatId: 'c', target: { kind: 'rollback', checkpointId: 'k1' } },
    {
      type: 'reverse',
      chatId: 'c',
      target: { kind: 'rollback', checkpointId: 'k1', strategy: { strategy: 'replace' } },
      expectedStateHash: 'h',
    },
  ]);
  expect(sheet.onRolledBack).toHaveBeenCalledExactlyOnceWith('Add a');
});

it('undoes only the selected answer if the user chooses so', async () => {
  const sheet = await show({});
  await sheet.choose('add_rule("a")');
  await sheet.pressButton('Undo only this…');
  expect(place.textContent).toContain(RULE_A.text);
  expect(place.textContent).not.toContain(RULE_B.text);
  expect(sheet.primary()?.textContent).toBe('Undo');
  await sheet.press();
  expect(sheet.sent.slice(1)).toEqual([
    { type: 'preview-reversal', chatId: 'c', target: { kind: 'undo', checkpointId: 'k1' } },
    { type: 'reverse', chatId: 'c', target: { kind: 'undo', checkpointId: 'k1' }, expectedStateHash: 'h' },
  ]);
  expect(sheet.onRolledBack).toHaveBeenCalledExactlyOnceWith(null);
});

it('offers the rollback again beside the undo', async () => {
  const sheet = await show({});
  await sheet.choose('add_rule("a")');
  await sheet.pressButton('Undo only this…');
  await sheet.pressButton('Roll back to here…');
  expect(place.textContent).toContain(RULE_B.text);
  expect(sheet.primary()?.textContent).toBe('Roll back');
});

it('shows what blocks an undo', async () => {
  const change = { label: 'add_rule("b")', atMs: new Date(2026, 10, 20, 14, 32, 15).getTime() };
  const undo = undoPreview({ obstacles: [{ path: '/rules', page: '["b"]', wanted: '["z"]', change }] });
  const sheet = await show({ undo });
  await sheet.choose('add_rule("a")');
  await sheet.pressButton('Undo only this…');
  expect(place.textContent).toContain('add_rule("b") · 14:32:15');
  expect(place.textContent).toContain('Page: ["b"]');
  expect(sheet.isReady()).toBe(false);
});

it('warns if an undo may include manual changes', async () => {
  const sheet = await show({ undo: undoPreview({ differences: [RULE_A], isExact: false }) });
  await sheet.choose('add_rule("a")');
  await sheet.pressButton('Undo only this…');
  expect(place.textContent).toContain('Manual changes made right after it may be in');
});

it('offers no undo for a row without an answer', async () => {
  const sheet = await show({ checkpoints: [SAFETY] });
  await sheet.choose('Before rollback');
  expect(sheet.button('Undo only this…')).toBeUndefined();
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
  expect(sheet.sent.at(-1)).toMatchObject({ target: { strategy: { strategy: 'merge', keep: null } } });
  await sheet.choose('Roll back these changes too');
  expect(place.textContent).toContain(RULE_B.text);
});

it.each<[string, Command['type']]>([
  ['rollback', 'reverse'],
  ['preview', 'preview-reversal'],
])('keeps the focus when a refused %s is tried again', async (_, refused) => {
  const sheet = await show({ refused: [refused] });
  await sheet.choose('add_rule("a")');
  sheet.primary()?.focus();
  await sheet.press();
  expect(document.activeElement).toBe(sheet.primary());
  const again = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again');
  again?.focus();
  await act(async () => again?.click());
  expect(document.activeElement).toBe(sheet.primary());
  expect(sheet.sent.filter(({ type }) => type === 'preview-reversal')).toHaveLength(2);
});

it('chooses the current state, without an error, once the chosen one is gone: its rollback was made and the answer lost', async () => {
  const sheet = await show({ checkpoints: [RESPONSE, SAFETY], refused: ['reverse'] });
  await sheet.choose('add_rule("a")');
  await sheet.press();
  expect(sheet.button('Try again')).toBeDefined();
  await sheet.list([SAFETY]);
  expect(sheet.button('Try again')).toBeUndefined();
  expect(sheet.labelled('Current')?.querySelector('input')?.checked).toBe(true);
  expect(sheet.isReady()).toBe(false);
});

it('is disabled until conflicts are resolved, or nothing is to be kept', async () => {
  const rollback = rollbackPreview({
    changedByHand: [{ kind: 'added', text: 'by hand' }],
    merge: WITH_CONFLICT,
  });
  const sheet = await show({ rollback });
  await sheet.choose('add_rule("a")');
  expect(place.textContent).toContain('/drafts/openai/ignore');
  expect(sheet.isReady()).toBe(false);
  await sheet.choose('Roll back these changes too');
  expect(sheet.isReady()).toBe(true);
  await sheet.choose('Keep these changes');
  expect(sheet.isReady()).toBe(false);
  await sheet.choose('Use the checkpoint’s version');
  await sheet.press();
  expect(sheet.sent.at(-1)).toMatchObject({
    target: { strategy: { strategy: 'merge', keep: 'checkpoint' } },
  });
});

it('offers no choice if nothing can be kept', async () => {
  const rollback = rollbackPreview({ changedByHand: [{ kind: 'added', text: 'by hand' }] });
  const sheet = await show({ rollback });
  await sheet.choose('add_rule("a")');
  expect(place.textContent).toContain('the rollback undoes this too');
  expect(sheet.labelled('Roll back these changes too')).toBeUndefined();
  expect(sheet.isReady()).toBe(true);
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

it('lists checkpoints of another page with that page, without a way to choose them', async () => {
  const elsewhere = [aListedCheckpoint({ id: 'e', page: { ...HERE, title: 'Staging' } })];
  await show({ elsewhere });
  const row = [...place.querySelectorAll('li')].find(({ textContent }) => textContent?.includes('Staging'));
  expect(row?.textContent).toContain('Staging · http://here');
  expect(place.querySelectorAll('input[name=checkpoint]')).toHaveLength(2);
});

it.each([
  [
    12,
    50,
    '12 older checkpoints of this chat were deleted. It keeps at most 50, and always the chat’s start.',
  ],
  [1, 20, '1 older checkpoint of this chat was deleted. It keeps at most 20, and always the chat’s start.'],
  [0, 50, undefined],
])('says below the states that %i older ones were deleted', async (deletedCount, limit, text) => {
  await show({ deletedCount, limit });
  expect(place.querySelector('.timeline + .secondary')?.textContent).toBe(text);
});

describe('pointing at a row', () => {
  const preview = rollbackPreview({
    differences: [RULE_A, RULE_B, { kind: 'added', text: 'rule "c"' }, { kind: 'modified', text: 'search' }],
  });

  it('compares it with the page once the pointer rests on it, and chooses nothing', async () => {
    const sheet = await show({ rollback: preview });
    await sheet.pointAt('add_rule("a")', 50);
    expect(sheet.sent).toEqual([]);
    await sheet.pointAt('add_rule("a")', PAUSE_MS);
    expect(sheet.sent).toEqual([
      { type: 'preview-reversal', chatId: 'c', target: { kind: 'rollback', checkpointId: 'k1' } },
    ]);
    expect(place.querySelector('.checkpoint-peek')?.textContent).toContain(
      'Compared with now: 1 added, 2 removed, 1 modified',
    );
    expect(place.querySelector('.checkpoint-peek')?.textContent).toContain(RULE_A.text);
    expect(sheet.isReady()).toBe(false);
  });

  it('shows nothing any more once the pointer has left', async () => {
    const sheet = await show({ rollback: preview });
    await sheet.pointAt('add_rule("a")', PAUSE_MS);
    await sheet.leave('add_rule("a")');
    expect(place.querySelector('.checkpoint-peek')).toBeNull();
  });

  it('says so if the page is in that state', async () => {
    const sheet = await show({ rollback: rollbackPreview({}) });
    await sheet.pointAt('add_rule("a")', PAUSE_MS);
    expect(place.querySelector('.checkpoint-peek')?.textContent).toContain('The page is in this state now.');
  });
});

it('previews only the last of the rows that arrow keys pass', async () => {
  const sheet = await show({ checkpoints: [RESPONSE, SAFETY] });
  await sheet.click('add_rule("a")');
  await sheet.rest(10);
  await sheet.click('Before rollback');
  await sheet.rest(PAUSE_MS);
  expect(sheet.sent).toEqual([
    { type: 'preview-reversal', chatId: 'c', target: { kind: 'rollback', checkpointId: 'k2' } },
  ]);
});

it('opens at the checkpoint of a marker', async () => {
  const sheet = await show({ checkpoints: [SAFETY, RESPONSE], initialId: 'k1' });
  expect(sheet.labelled('add_rule("a")')?.querySelector('input')?.checked).toBe(true);
  expect(sheet.sent).toEqual([
    { type: 'preview-reversal', chatId: 'c', target: { kind: 'rollback', checkpointId: 'k1' } },
  ]);
});

it('closes without a rollback by Cancel', async () => {
  await show({});
  expect([...place.querySelectorAll('footer button')].map((button) => button.textContent)).toEqual([
    'Roll back',
    'Cancel',
  ]);
});
