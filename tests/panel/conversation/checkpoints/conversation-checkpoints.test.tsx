// @document
import { waitFor } from '@testing-library/react/pure';
import { act, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '@/src/messages/commands';
import {
  type AroundEntry,
  aroundEntries,
} from '@/src/panel/conversation/checkpoints/conversation-checkpoints';
import type { RenderEvent } from '@/src/panel/conversation/render-event';
import { streamingToolCard } from '@/src/panel/conversation/tool-card-model';
import type { CheckpointCall } from '@/src/schema/checkpoint';
import type { RollbackMessage } from '@/src/schema/message';
import type { ListedCheckpoint, SiteChange } from '@/src/store/queries';
import { aListedCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { rollbackMessage } from '../../stored-messages';
import { storedRun } from '../../stored-run';
import { refusal, stubBackground } from '../../stub-background';
import { withRendering } from '../../with-rendering';
import { RULE_A, rollbackPreview, SHOWN, undoPreview, WITHOUT_CONFLICT } from '../reversals/previews';

const page = withRendering();
const { button, press } = page;

const CALL: CheckpointCall = {
  executionId: 'x',
  name: 'add_rule',
  args: { pattern: 'a' },
  success: true,
  message: 'Added.',
};
const FAILED: CheckpointCall = { ...CALL, success: false };
const CHANGE = aListedCheckpoint({ id: 'k1', messageId: 'm', calls: [CALL], createdAtMs: 0 });
const SAFETY = aListedCheckpoint({ id: 'safety', reason: 'before-undo' });

const card = (key: string): RenderEvent => ({
  kind: 'tool',
  key,
  card: streamingToolCard({ index: 0, name: 'add_rule', argumentsText: '' }),
});
const ITEMS: RenderEvent[] = [
  { kind: 'answer', key: 'm:answer', text: 'One rule.', isStreaming: false, createdAtMs: 0 },
  card('m:call:0'),
  { kind: 'note', key: 'm:call:1', text: 'Waited' },
  card('m:call:2'),
  card('other:call:0'),
];

const rolledBack = (id: string, changes: Partial<RollbackMessage>) => rollbackMessage({ id, ...changes });

let sent: Command[];
let answer: (command: Command) => unknown;
const onOpen = vi.fn();
const onReversed = vi.fn();
beforeEach(() => {
  onOpen.mockReset();
  onReversed.mockReset();
  sent = stubBackground((command) => answer(command));
  answer = (command) => ({ ok: true, value: answerTo(command) });
});

function answerTo(command: Command) {
  if (command.type !== 'preview-reversal') return { composerText: 'Hide it' };
  return command.target.kind === 'undo'
    ? undoPreview({ differences: [RULE_A] })
    : rollbackPreview({ differences: [RULE_A], messagesBroughtBack: 2, isRedo: true });
}

const GIVEN = {
  entries: [CHANGE] as ListedCheckpoint[],
  rollbacks: [] as RollbackMessage[],
  showsTechnical: true,
  siteChanges: [] as SiteChange[][],
};
type Given = Partial<typeof GIVEN>;

function around(given: Given): Map<string, AroundEntry> {
  const { entries: checkpoints, ...more } = { ...GIVEN, ...given };
  return aroundEntries({ checkpoints, items: ITEMS, ...more }, { onOpen, onReversed });
}

/** Shows a part in the chat, during a run or without one. */
function show(part: ReactNode, isBusy?: boolean): void {
  const run = isBusy === true ? storedRun({ state: 'processing' }) : null;
  page.render(inShownChat({ view: emptyView(run) }, part));
}

/** The keys of the items with something before or after them. */
const keys = (given: Given, place: keyof AroundEntry) =>
  [...around(given)].flatMap(([key, parts]) => (parts[place] === null ? [] : [key]));

describe('a response that changed the page', () => {
  it.each([true, false])(
    'has Undo after its last call; before its first one, a marker among technical rows: %s',
    (showsTechnical) => {
      expect(keys({ showsTechnical }, 'before')).toEqual(showsTechnical ? ['m:call:0'] : []);
      expect(keys({ showsTechnical }, 'after')).toEqual(['m:call:2']);
    },
  );

  it.each<[string, Given]>([
    ['none of its calls succeeded', { entries: [aListedCheckpoint({ ...CHANGE, calls: [FAILED] })] }],
    [
      'they left the page as it was, such as a save',
      {
        entries: [
          aListedCheckpoint({
            ...CHANGE,
            stateHash: 'h',
            after: { stateHash: 'h', content: CHANGE.content },
          }),
        ],
      },
    ],
    [
      'it is undone',
      { rollbacks: [rolledBack('u', { kind: 'undo', checkpointId: 'k1', safetyCheckpointId: 'gone' })] },
    ],
  ])('has no Undo if %s', (_, given) => {
    expect(keys(given, 'after')).toEqual([]);
    expect(keys(given, 'before')).toEqual(['m:call:0']);
  });

  it.each<[string, Partial<SiteChange>, string[]]>([
    ['can be undone', {}, ['m:call:2']],
    ['belongs to an answer that isn’t shown', { messageId: 'earlier' }, []],
  ])('of several sites has Undo only if a change of a site %s', (_, more, expected) => {
    const change = { name: 'north', chatId: 'n', messageId: 'm', checkpoint: CHANGE, ...more };
    expect(keys({ entries: [], siteChanges: [[change]] }, 'after')).toEqual(expected);
  });

  it('has Undo if its only call failed after the page had made a part of the change', () => {
    const calls = [{ ...FAILED, isPartial: true as const }];
    show(around({ entries: [{ ...CHANGE, calls }] }).get('m:call:2')?.after);
    expect(page.place.textContent).toBe('Undo');
  });

  it('opens the checkpoints at its own by the marker', async () => {
    show(around({}).get('m:call:0')?.before);
    expect(page.place.textContent).toMatch(/^Checkpoint · \d\d:\d\d:\d\d$/);
    await page.user.click(page.shown.getByRole('button'));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('k1');
  });
});

describe('a rollback', () => {
  const entries = [SAFETY, CHANGE];
  it.each<[string, RollbackMessage[], string[]]>([
    ['offers Redo', [rolledBack('r', {})], ['r']],
    ['offers Redo if it was an undo', [rolledBack('r', { kind: 'undo' })], ['r']],
    ['offers nothing if it is not the newest', [rolledBack('r', {}), rolledBack('s', { kind: 'edit' })], []],
    ['offers nothing if the state before it was deleted', [rolledBack('r', { safetyCheckpointId: 'x' })], []],
    ['offers nothing for an edit, which an answer follows', [rolledBack('r', { kind: 'edit' })], []],
  ])('%s', (_, rollbacks, redoable) => {
    expect(keys({ entries, rollbacks }, 'after').filter((key) => key !== 'm:call:2')).toEqual(redoable);
  });

  it('shows a renewed preview when its redo is refused as outdated, and the next press confirms that preview', async () => {
    show(around({ entries, rollbacks: [rolledBack('r', {})] }).get('r')?.after);
    await press('Redo what was taken back');
    await page.shown.findByText(/and 2 messages back\./);
    const renewed = rollbackPreview({ messagesSetAside: 2, messagesBroughtBack: 2, position: 5 });
    answer = ({ type }) => (type === 'reverse' ? refusal('conflict') : { ok: true, value: renewed });
    await press('Redo');
    await page.shown.findByText(/Will set 2 messages aside\. Will bring 2 messages back\./);
    expect(page.shown.getByRole('alert').textContent).toContain('No.');
    await press('Redo');
    expect(sent.findLast(({ type }) => type === 'reverse')).toMatchObject({ shown: { position: 5 } });
  });
});

it('a redo offers Roll back and no further Redo', () => {
  const rollbacks = [rolledBack('r', { broughtBack: 2 })];
  show(around({ entries: [SAFETY], rollbacks }).get('r')?.after);
  expect(page.buttonNames()).toEqual(['Roll back']);
});

it.each([
  ['an undo', 'undo'],
  ['a rollback', 'rollback'],
] as const)('the redo of %s keeps what others changed since', async (_, kind) => {
  answer = ({ type }) => ({
    ok: true,
    value:
      type === 'preview-reversal'
        ? rollbackPreview({ differences: [RULE_A], changedByHand: [RULE_A], merge: WITHOUT_CONFLICT })
        : { composerText: 'Hide it' },
  });
  show(around({ entries: [SAFETY], rollbacks: [rolledBack('r', { kind })] }).get('r')?.after);
  await press('Redo what was taken back');
  await page.shown.findByText(/^Will undo 1 change/);
  await press('Redo');
  expect(sent.at(-1)).toMatchObject({
    type: 'reverse',
    target: { kind: 'rollback', checkpointId: 'safety', strategy: { strategy: 'merge' } },
    shown: SHOWN,
  });
  await waitFor(() => expect(onReversed).toHaveBeenCalledExactlyOnceWith('Hide it'));
});

describe('Undo in the conversation', () => {
  const NAME = 'Undo the change of this answer';

  it('counts the changes', () => {
    show(around({ entries: [{ ...CHANGE, calls: [CALL, FAILED, CALL, CALL] }] }).get('m:call:2')?.after);
    expect(page.place.textContent).toBe('Undo 3 changes');
    expect(page.buttonNames()).toEqual(['Undo 3 changes of this answer']);
  });

  const showUndo = (isBusy?: boolean) => show(around({}).get('m:call:2')?.after, isBusy);
  /** Opens the preview, and waits until it shows this summary. */
  const open = async (summary: RegExp) => {
    showUndo();
    await press(NAME);
    await page.shown.findByText(summary);
  };
  const WILL_UNDO = /^Will undo 1 change on the page\. All messages stay\./;

  it('shows what it would do, and does it only when the user confirms', async () => {
    await open(WILL_UNDO);
    expect(sent).toEqual([
      { type: 'preview-reversal', chatId: 'c', target: { kind: 'undo', checkpointId: 'k1' } },
    ]);
    expect(page.shown.getByText(RULE_A.text)).toBeDefined();
    answer = () => ({ ok: true, value: { composerText: null } });
    await press('Undo the change');
    expect(sent.at(-1)).toEqual({
      type: 'reverse',
      chatId: 'c',
      target: { kind: 'undo', checkpointId: 'k1' },
      shown: SHOWN,
    });
    await waitFor(() => expect(onReversed).toHaveBeenCalledExactlyOnceWith(null));
  });

  it('is closed by Cancel, with the focus on its button again', async () => {
    await open(WILL_UNDO);
    expect(document.activeElement).toBe(button('Cancel'));
    await press('Cancel');
    expect(document.activeElement).toBe(button(NAME));
    expect(sent).toHaveLength(1);
  });

  it('can’t be confirmed where later changes block it', async () => {
    const blocker = { path: '/rules', page: '["b"]', wanted: '["z"]', change: null };
    answer = () => ({ ok: true, value: undoPreview({ blockers: [blocker] }) });
    await open(/Rolling back to here also undoes later changes\./);
    expect(button('Undo the change').disabled).toBe(true);
  });

  describe('that is refused', () => {
    const alert = () => page.shown.queryByRole('alert');
    const expectError = () => expect(alert()?.textContent).toContain('No.');
    let refuse: () => void;

    /** Confirms the undo, and then makes the background refuse the command: during a run that has begun meanwhile, or without one. */
    async function refuseUndo(isBusy: boolean) {
      await open(WILL_UNDO);
      const preview = answer;
      answer = (command) =>
        command.type === 'reverse'
          ? new Promise((resolve) => {
              refuse = () => resolve(refusal('page-changed'));
            })
          : preview(command);
      await press('Undo the change');
      if (isBusy) showUndo(true);
      await act(async () => refuse());
      expectError();
    }

    it('shows the failure where it happened, until it is tried again', async () => {
      await refuseUndo(false);
      await press('Try again');
      expect(alert()).toBeNull();
      await waitFor(() => expect(button('Undo the change').disabled).toBe(false));
    });

    it('shows no error after Cancel', async () => {
      await refuseUndo(false);
      await press('Cancel');
      expect(alert()).toBeNull();
    });

    it.each(['Dismiss', NAME])(
      'shows its error after the run that began meanwhile, until “%s”',
      async (name) => {
        await refuseUndo(true);
        showUndo();
        expectError();
        await press(name);
        expect(alert()).toBeNull();
      },
    );
  });

  it('stays closed after a run that began while it was open, without a request and without the focus', async () => {
    await open(WILL_UNDO);
    const field = document.body.appendChild(document.createElement('textarea'));
    field.focus();
    showUndo(true);
    showUndo();
    expect(page.buttonNames()).toEqual([NAME]);
    expect(document.activeElement).toBe(field);
    expect(sent).toHaveLength(1);
    field.remove();
  });

  it('is disabled during a run', () => {
    showUndo(true);
    expect(button(NAME).disabled).toBe(true);
    expect(button(NAME).title).toBe('Undo the changes of this answer: stop the run first');
  });
});
