import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { undoLast } from '@/src/panel/conversation/reversals/undo-last';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { ErrorCode } from '@/src/schema/values/error-code';
import * as queries from '@/src/store/queries';
import { refusal, stubBackground } from '../../stub-background';
import { SHOWN } from './previews';

let sent: Command[];
/** Checkpoints whose changes were undone before. */
let undone: string[];
/** The error of a preview; null for none. */
let failure: ErrorCode | null;

beforeEach(() => {
  undone = [];
  failure = null;
  const entries: Pick<CheckpointEntry, 'id' | 'reason'>[] = [
    { id: 'third', reason: 'before-undo' },
    { id: 'second', reason: 'before-changes' },
    { id: 'first', reason: 'before-changes' },
    { id: 'start', reason: 'session-start' },
  ];
  vi.spyOn(queries, 'checkpointsOf').mockResolvedValue({ entries, deletedCount: 0 } as never);
  sent = stubBackground((command) => {
    const code = undone.includes(checkpointIdOf(command)) ? 'not-found' : failure;
    if (code !== null) return refusal(code);
    return {
      ok: true,
      value: command.type === 'preview-reversal' ? SHOWN : { composerText: null },
    };
  });
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
      shown: SHOWN,
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
