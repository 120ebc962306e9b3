import { expect, it } from 'vitest';
import { listedView } from '@/src/adapters/kit/tool-results';
import { checkpointRowText, checkpointText } from '@/src/panel/conversation/checkpoints/checkpoint-row-text';
import type { CheckpointCall } from '@/src/schema/checkpoint';
import type { ListedCheckpoint } from '@/src/store/queries';
import { aListedCheckpoint } from '../../../core/checkpoints/a-checkpoint';
import { inWords } from '../../in-words';

const call: CheckpointCall = {
  executionId: 'x',
  name: 'add_rule',
  args: { pattern: '*-preview*' },
  success: true,
  message: '5 models hidden. Not saved yet.',
};

/**
 * Result views only for `add_rule`, which show the hidden names. Calls have no wording, so they are shown by name and
 * arguments.
 */
const wordsOf = (tool: string) => ({
  line: () => null,
  views: tool === 'add_rule' ? [listedView(['hidden'], 'model-filter.result.hidden', 'removed')] : [],
});
const hidden = (...names: string[]) => ({ hidden: names });

const checkpoint = (changes: Partial<ListedCheckpoint>) =>
  aListedCheckpoint({ createdAtMs: new Date(2026, 10, 20, 14, 32, 15).getTime(), ...changes });

it.each<[string, Partial<ListedCheckpoint>, string, string]>([
  [
    'the user’s message, and the calls',
    { calls: [call, call], request: 'Hide previews' },
    'Before: Hide previews',
    'add_rule("*-preview*") and 1 more · 14:32:15',
  ],
  [
    'the effect of each successful call, as on its card',
    {
      calls: [call, { ...call, executionId: 'y' }, { ...call, executionId: 'z', success: false }],
      request: 'Hide previews',
      results: new Map([
        ['x', hidden('a', 'b', 'c', 'd', 'e')],
        ['y', hidden('f')],
      ]),
    },
    'Before: Hide previews',
    'add_rule("*-preview*") and 1 more: 5 models hidden and 1 model hidden · 14:32:15',
  ],
  [
    'only the effect as detail if the title already names the call',
    { calls: [call], results: new Map([['x', hidden('a')]]) },
    'Before: add_rule("*-preview*")',
    '1 model hidden · 14:32:15',
  ],
  [
    'no effect for calls that the user undid',
    { reason: 'before-undo', calls: [call], results: new Map([['x', hidden('a')]]) },
    'Before undoing: add_rule("*-preview*")',
    '14:32:15',
  ],
  [
    'the calls where no message of the user led to them',
    { calls: [call] },
    'Before: add_rule("*-preview*")',
    '14:32:15',
  ],
  [
    'what the user did, also during a run',
    { reason: 'before-rollback', request: 'Hide previews' },
    'Before rollback',
    '14:32:15',
  ],
  ['the chat’s start', { reason: 'session-start' }, 'Chat start', '14:32:15'],
])('a row names %s', (_, changes, title, detail) => {
  expect(inWords(checkpointRowText(checkpoint(changes), wordsOf))).toEqual({ title, detail });
});

it('two checkpoints of one message differ also in one line', () => {
  const request = 'Hide previews';
  const other = { ...call, args: { pattern: '*mini*' } };
  expect(checkpointText(checkpoint({ request, calls: [other] }), wordsOf)).not.toEqual(
    checkpointText(checkpoint({ request, calls: [call] }), wordsOf),
  );
});
