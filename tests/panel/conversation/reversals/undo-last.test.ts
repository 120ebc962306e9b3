import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { undoLast } from '@/src/panel/conversation/reversals/undo-last';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { ErrorCode } from '@/src/schema/values/error-code';
import * as queries from '@/src/store/queries';
import { aListedCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { refusal, stubBackground } from '../../stub-background';
import { SHOWN } from './previews';

let sent: Command[];
/** Checkpoints whose changes were undone before. */
let undone: string[];
/** The error of a preview; null for none. */
let failure: ErrorCode | null;

/** The site whose undo is refused; null for none. */
let refusedOn: string | null;
const CALL = { executionId: 'x', name: 'add_rule', args: {}, success: true, message: 'Added.' };

beforeEach(() => {
  refusedOn = null;
  undone = [];
  failure = null;
  const entries: Pick<CheckpointEntry, 'id' | 'reason'>[] = [
    { id: 'third', reason: 'before-undo' },
    { id: 'second', reason: 'before-changes' },
    { id: 'first', reason: 'before-changes' },
    { id: 'start', reason: 'session-start' },
  ];
  vi.spyOn(queries, 'siteChanges').mockResolvedValue([]);
  vi.spyOn(queries, 'checkpointsOf').mockResolvedValue({ entries, deletedCount: 0 } as never);
  sent = stubBackground((command) => {
    if (command.type === 'reverse' && command.chatId === refusedOn) return refusal('conflict');
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

describe('in a chat about several sites', () => {
  const onSites = (messageId: string) =>
    ['north', 'south'].map((name) => ({
      name,
      chatId: name,
      messageId,
      checkpoint: aListedCheckpoint({ id: `${messageId} ${name}`, calls: [CALL] }),
    }));
  const undoneOn = () => undos().map((command) => checkpointIdOf(command));

  beforeEach(() => {
    vi.spyOn(queries, 'checkpointsOf').mockResolvedValue({ entries: [], elsewhere: [], deletedCount: 0 });
    vi.spyOn(queries, 'siteChanges').mockResolvedValue([onSites('last'), onSites('first')]);
  });

  it.each<[string, string[], string[]]>([
    [
      'undoes the changes of the last answer on each site, the last one first',
      [],
      ['last south', 'last north'],
    ],
    ['leaves out a site where nothing is left', ['last north'], ['last south']],
    [
      'undoes the answer before if nothing of the last one is left',
      ['last north', 'last south'],
      ['first south', 'first north'],
    ],
  ])('%s', async (_, earlier, expected) => {
    undone = earlier;
    await undoLast('c', true);
    expect(undoneOn()).toEqual(expected);
  });

  it('goes on after a site that can’t be undone, and then names it', async () => {
    refusedOn = 'south';
    await expect(undoLast('c', true)).rejects.toMatchObject({
      code: 'conflict',
      said: { values: { site: 'south' } },
    });
    expect(undoneOn()).toEqual(['last south', 'last north']);
  });
});
