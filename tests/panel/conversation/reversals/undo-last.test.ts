import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import { undoLast } from '@/src/panel/conversation/reversals/undo-last';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import * as queries from '@/src/store/queries';

let sent: Command[];
/** Checkpoints whose changes were undone before. */
let undone: string[];
/** The error of a preview; null for none. */
let failure: string | null;

beforeEach(() => {
  sent = [];
  undone = [];
  failure = null;
  const entries: Pick<CheckpointEntry, 'id' | 'reason'>[] = [
    { id: 'third', reason: 'before-undo' },
    { id: 'second', reason: 'before-changes' },
    { id: 'first', reason: 'before-changes' },
    { id: 'start', reason: 'session-start' },
  ];
  vi.spyOn(queries, 'checkpointsOf').mockResolvedValue({ entries, deletedCount: 0 } as never);
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(command);
    const isUndone = undone.includes(checkpointIdOf(command));
    const code = isUndone ? 'not-found' : failure;
    if (code !== null) return { ok: false, error: { code, message: 'No.', remedy: 'Wait.', details: null } };
    return {
      ok: true,
      value:
        command.type === 'preview-reversal' ? { stateHash: 'hash', position: 3 } : { composerText: null },
    };
  };
  Object.assign(browser.runtime, { sendMessage });
});

const previews = () => sent.flatMap((one) => (one.type === 'preview-reversal' ? [checkpointIdOf(one)] : []));
const undos = () => sent.filter(({ type }) => type === 'reverse');

function checkpointIdOf(command: Command): string {
  if (command.type !== 'preview-reversal' && command.type !== 'reverse') return '';
  return command.target.kind === 'undo' ? command.target.checkpointId : '';
}

it.each<[string, string[], string[], string]>([
  ['the last answer', [], ['second'], 'second'],
  ['the one before if it was undone', ['second'], ['second', 'first'], 'first'],
])('undoes the changes of %s', async (_, earlier, previewed, checkpointId) => {
  undone = earlier;
  await undoLast('c', true);
  expect(previews()).toEqual(previewed);
  expect(undos()).toEqual([
    {
      type: 'reverse',
      chatId: 'c',
      target: { kind: 'undo', checkpointId },
      shown: { stateHash: 'hash', position: 3 },
    },
  ]);
});

it.each<[string, string | null, string[]]>([
  ['nothing is left', 'c', ['first', 'second']],
  ['there is no chat', null, []],
])('says so if %s', async (_, chatId, earlier) => {
  undone = earlier;
  await expect(undoLast(chatId, true)).rejects.toMatchObject({ code: 'not-found' });
  expect(undos()).toEqual([]);
});

it('undoes no earlier changes if the last ones can’t be previewed', async () => {
  failure = 'busy';
  await expect(undoLast('c', true)).rejects.toMatchObject({ code: 'busy' });
  expect(previews()).toEqual(['second']);
  expect(undos()).toEqual([]);
});

it('undoes nothing if the user asked for it on another page', async () => {
  await expect(undoLast('c', false)).rejects.toMatchObject({ code: 'page-changed' });
  expect(sent).toEqual([]);
});
