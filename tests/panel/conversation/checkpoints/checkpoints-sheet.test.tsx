// @document
import { within } from '@testing-library/react/pure';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { CheckpointsSheet } from '@/src/panel/conversation/checkpoints/checkpoints-sheet';
import type { ListedCheckpoint } from '@/src/store/queries';
import { aListedCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { copiedChat, HERE } from '../../../fakes/copied-chat';
import { refusal, stubBackground } from '../../stub-background';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';
import {
  RULE_A,
  RULE_B,
  rollbackPreview,
  SHOWN,
  undoPreview,
  WITH_CONFLICT,
  WITHOUT_CONFLICT,
} from '../reversals/previews';

const RESPONSE = aListedCheckpoint({
  id: 'k1',
  calls: [{ executionId: 'x', name: 'add_rule', args: { pattern: 'a' }, success: null, message: null }],
});
const SAFETY = aListedCheckpoint({ id: 'k2', reason: 'before-rollback' });

const rendering = withRendering();
const { buttonNames } = rendering;
const ROLL_BACK = 'Roll back';
const expectText = (text: string | RegExp) => expect(rendering.shown.getByText(text)).toBeDefined();
const UNDO_THIS = 'Undo only this…';

/** More than the time for which a row is chosen or pointed at before its preview is requested. */
const PAUSE_MS = 500;

beforeEach(() => {
  vi.useFakeTimers();
  stubDialogs();
});
afterEach(() => {
  vi.useRealTimers();
});

const GIVEN = {
  checkpoints: [RESPONSE],
  elsewhere: [] as ListedCheckpoint[],
  deletedCount: 0,
  limit: 50,
  initialId: null as string | null,
  rollback: rollbackPreview({ differences: [RULE_A, RULE_B] }),
  undo: undoPreview({ differences: [RULE_A] }),
  refused: null as Command['type'] | null,
};

/** Renders the sheet with a background that returns these previews, and refuses commands of one type. */
async function show(changes: Partial<typeof GIVEN>) {
  const given = { ...GIVEN, ...changes };
  const chat = copiedChat();
  chat.settings.checkpointLimit = given.limit;
  const answer = (command: Command) => {
    if (command.type === 'preview-reversal')
      return given[command.target.kind === 'undo' ? 'undo' : 'rollback'];
    if (command.type !== 'reverse') return undefined;
    return { composerText: command.target.kind === 'undo' ? null : 'Add a' };
  };
  const sent = stubBackground((command) =>
    command.type === given.refused ? refusal('page-changed') : { ok: true, value: answer(command) },
  );
  const onRolledBack = vi.fn();
  /** Renders the sheet with these checkpoints; a further call updates the open sheet. */
  const list = (listed: ListedCheckpoint[]) =>
    rendering.render(
      <CheckpointsSheet
        chat={chat}
        checkpoints={listed}
        elsewhere={given.elsewhere}
        deletedCount={given.deletedCount}
        initialId={given.initialId}
        onClose={() => undefined}
        onRolledBack={onRolledBack}
      />,
    );
  list(given.checkpoints);
  await rest(PAUSE_MS);
  return { sent, list, onRolledBack };
}

/** Renders the sheet, and chooses the row of `RESPONSE`. */
async function showChosen(changes: Partial<typeof GIVEN>) {
  const sheet = await show(changes);
  await choose('add_rule("a")');
  return sheet;
}
const previewOf = (kind: 'rollback' | 'undo', checkpointId: string) => ({
  type: 'preview-reversal',
  chatId: 'c',
  target: { kind, checkpointId },
});
const BY_HAND = { changedByHand: [{ kind: 'added', text: 'by hand' } as const] };

const rest = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
/** The radio button of a checkpoint or of a choice whose name contains this text. */
const radio = (text: string) =>
  rendering.shown.getByRole<HTMLInputElement>('radio', { name: (name) => name.includes(text) });
async function choose(text: string) {
  await rendering.user.click(radio(text));
  await rest(PAUSE_MS);
}
/** Moves the pointer over a row, and lets it stay there for `restMs` milliseconds. */
async function pointAt(text: string, restMs: number) {
  await rendering.user.hover(radio(text));
  await rest(restMs);
}
async function press(name: string) {
  await rendering.press(name);
  await rest(PAUSE_MS);
}
/** The button that performs the rollback or the undo of the preview. */
const actButton = () => rendering.shown.getByRole('button', { name: /^(Roll back|Undo the change)$/ });
const isReady = () => actButton().getAttribute('aria-disabled') === 'false';

it('rolls back to the selected row after its preview', async () => {
  const sheet = await show({});
  expect(buttonNames()).toEqual(['Close', ROLL_BACK, 'Cancel']);
  expect(isReady()).toBe(false);
  await choose('add_rule("a")');
  expectText(RULE_B.text);
  expect(actButton().textContent).toBe('Roll back');
  await press(ROLL_BACK);
  expect(sheet.sent).toEqual([
    previewOf('rollback', 'k1'),
    {
      type: 'reverse',
      chatId: 'c',
      target: { kind: 'rollback', checkpointId: 'k1', strategy: { strategy: 'replace' } },
      shown: SHOWN,
    },
  ]);
  expect(sheet.onRolledBack).toHaveBeenCalledExactlyOnceWith('Add a');
});

it('undoes only the selected answer if the user chooses so, and offers the rollback again beside it', async () => {
  const sheet = await showChosen({});
  await press(UNDO_THIS);
  expectText(RULE_A.text);
  expect(rendering.shown.queryByText(RULE_B.text)).toBeNull();
  await press('Roll back to here…');
  expectText(RULE_B.text);
  expect(actButton().textContent).toBe('Roll back');
  await press(UNDO_THIS);
  await press('Undo the change');
  expect(sheet.sent[1]).toEqual(previewOf('undo', 'k1'));
  expect(sheet.sent.at(-1)).toEqual({
    type: 'reverse',
    chatId: 'c',
    target: { kind: 'undo', checkpointId: 'k1' },
    shown: SHOWN,
  });
  expect(sheet.onRolledBack).toHaveBeenCalledExactlyOnceWith(null);
});

it.each<[string, Parameters<typeof undoPreview>[0], RegExp, boolean]>([
  [
    'shows what blocks an undo, with the later change',
    {
      blockers: [
        {
          path: '/rules',
          page: '["b"]',
          wanted: '["z"]',
          change: { label: 'add_rule("b")', atMs: new Date(2026, 10, 20, 14, 32, 15).getTime() },
        },
      ],
    },
    /add_rule\("b"\) · 14:32:15.*Page: \["b"\]/,
    false,
  ],
  [
    'warns if an undo may include manual changes',
    { differences: [RULE_A], isExact: false },
    /Manual changes made right after it may be in/,
    true,
  ],
])('%s', async (_, undo, words, canUndo) => {
  await showChosen({ undo: undoPreview(undo) });
  await press(UNDO_THIS);
  expect(rendering.place.textContent).toMatch(words);
  expect(isReady()).toBe(canUndo);
});

it('offers no undo for a row without an answer', async () => {
  await show({ checkpoints: [SAFETY] });
  await choose('Before rollback');
  expect(buttonNames()).toEqual(['Close', ROLL_BACK, 'Cancel']);
});

it('keeps manual changes unless the user chooses otherwise', async () => {
  const rollback = rollbackPreview({
    differences: [RULE_A, RULE_B],
    ...BY_HAND,
    changedBy: ['the user'],
    merge: WITHOUT_CONFLICT,
  });
  const sheet = await showChosen({ rollback });
  expect(rendering.place.textContent).toContain('Changed by the user since the assistant last saw the page:');
  expect(radio('Keep these changes').checked).toBe(true);
  expect(rendering.shown.queryByText(RULE_B.text)).toBeNull();
  await press(ROLL_BACK);
  expect(sheet.sent.at(-1)).toMatchObject({ target: { strategy: { strategy: 'merge', keep: null } } });
  await choose('Roll back these changes too');
  expectText(RULE_B.text);
});

it.each<[string, Command['type'], number]>([
  ['rollback', 'reverse', 3],
  ['preview', 'preview-reversal', 2],
])('keeps the focus in the sheet when the user tries a refused %s again', async (_, refused, previews) => {
  const sheet = await showChosen({ refused });
  await press(ROLL_BACK);
  expect(document.activeElement).toBe(actButton());
  await press('Try again');
  expect(document.activeElement).toBe(actButton());
  expect(sheet.sent.filter(({ type }) => type === 'preview-reversal')).toHaveLength(previews);
});

it('chooses the current state, without an error, once the chosen one is gone: its rollback was made and the answer lost', async () => {
  const sheet = await showChosen({ checkpoints: [RESPONSE, SAFETY], refused: 'reverse' });
  await press(ROLL_BACK);
  expect(rendering.button('Try again')).toBeDefined();
  sheet.list([SAFETY]);
  expect(rendering.shown.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(radio('Current state').checked).toBe(true);
  expect(isReady()).toBe(false);
});

it('is disabled until conflicts are resolved, or nothing is to be kept', async () => {
  const rollback = rollbackPreview({
    ...BY_HAND,
    differences: [RULE_A],
    merge: WITH_CONFLICT,
  });
  const sheet = await showChosen({ rollback });
  expectText('/drafts/openai/ignore');
  expect(isReady()).toBe(false);
  await choose('Roll back these changes too');
  expect(isReady()).toBe(true);
  await choose('Keep these changes');
  expect(isReady()).toBe(false);
  await choose('Use the checkpoint’s version');
  await press(ROLL_BACK);
  expect(sheet.sent.at(-1)).toMatchObject({
    target: { strategy: { strategy: 'merge', keep: 'checkpoint' } },
  });
});

it('offers no choice if nothing can be kept', async () => {
  const rollback = rollbackPreview({ ...BY_HAND, differences: [RULE_A] });
  await showChosen({ rollback });
  expectText(/the rollback undoes this too/);
  expect(rendering.shown.getAllByRole('radio')).toHaveLength(2);
  expect(isReady()).toBe(true);
});

it('shows the differences by path', async () => {
  const delta = {
    added: { 'rules.ignore': ['a'] },
    removed: { 'rules.whitelist': ['b'] },
    modified: { search: { old: '', new: 'x' } },
  };
  await showChosen({ rollback: rollbackPreview({ delta }) });
  expect(within(rendering.shown.getByRole('group')).getByText(/^- rules/).textContent).toBe(
    '- rules.whitelist: "b"\n+ rules.ignore: "a"\n± search: "" → "x"',
  );
});

it('lists checkpoints of another page with that page, without a way to choose them', async () => {
  const elsewhere = [aListedCheckpoint({ id: 'e', page: { ...HERE, title: 'Staging' } })];
  await show({ elsewhere });
  expect(rendering.shown.getByRole('listitem').textContent).toContain('Staging · http://here');
  expect(rendering.shown.getAllByRole('radio')).toHaveLength(2);
});

it.each([
  [12, 50, '12 older checkpoints of this chat were deleted. A chat keeps at most 50, and always its start.'],
  [1, 20, '1 older checkpoint of this chat was deleted. A chat keeps at most 20, and always its start.'],
  [0, 50, undefined],
])('says below the states that %i older ones were deleted', async (deletedCount, limit, text) => {
  await show({ deletedCount, limit });
  expect(rendering.shown.getByRole('radiogroup').nextElementSibling?.textContent).toBe(text);
});

describe('pointing at a row', () => {
  const preview = rollbackPreview({
    differences: [RULE_A, RULE_B, { kind: 'added', text: 'rule "c"' }, { kind: 'modified', text: 'search' }],
  });

  it('compares it with the page while the pointer rests on it, and chooses nothing', async () => {
    const sheet = await show({ rollback: preview });
    await pointAt('add_rule("a")', 50);
    expect(sheet.sent).toEqual([]);
    await pointAt('add_rule("a")', PAUSE_MS);
    expect(sheet.sent).toEqual([previewOf('rollback', 'k1')]);
    expectText('Compared with now: 2 removed, 1 modified and 1 added');
    expectText(RULE_A.text);
    expect(isReady()).toBe(false);
    await rendering.user.unhover(radio('add_rule("a")'));
    expect(rendering.shown.queryByText(/^Compared with now/)).toBeNull();
  });

  it('says so if the page is in that state', async () => {
    await show({ rollback: rollbackPreview({}) });
    await pointAt('add_rule("a")', PAUSE_MS);
    expectText('The page is in this state now.');
  });
});

it('previews only the last of the rows that arrow keys pass', async () => {
  const sheet = await show({ checkpoints: [RESPONSE, SAFETY] });
  // user-event calls CSS.escape when an arrow key moves between radio buttons. jsdom doesn't have it.
  vi.stubGlobal('CSS', { escape: (name: string) => name });
  await rendering.user.click(radio('Current state'));
  await rendering.user.keyboard('{ArrowDown}');
  expect(radio('add_rule("a")').checked).toBe(true);
  await rest(10);
  await rendering.user.keyboard('{ArrowDown}');
  expect(radio('Before rollback').checked).toBe(true);
  await rest(PAUSE_MS);
  expect(sheet.sent).toEqual([previewOf('rollback', 'k2')]);
});

it('opens at the checkpoint of a marker', async () => {
  const sheet = await show({ checkpoints: [SAFETY, RESPONSE], initialId: 'k1' });
  expect(radio('add_rule("a")').checked).toBe(true);
  expect(sheet.sent).toEqual([previewOf('rollback', 'k1')]);
});
