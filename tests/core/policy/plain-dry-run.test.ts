import { expect, it } from 'vitest';
import { NO_CHANGE, plainDryRun, plainPreview } from '@/src/core/policy/plain-dry-run';

const call = { executionId: 'e', tool: 'add_note', args: { text: 'ale' }, leftOut: ['x'] };

it.each([
  ['navigate', 'A checkpoint is taken first, so it can be taken back.'],
  ['write', 'A checkpoint is taken first, so it can be taken back.'],
  ['commit', 'This leaves the page: Steward can’t take it back.'],
] as const)('the plan of a %s that nobody can work out says so', (effect, wayBack) => {
  expect(plainDryRun(call, effect, { stateHash: 'h', savedHash: 's' })).toEqual({
    kind: 'change',
    executionId: 'e',
    args: { text: 'ale' },
    preview: {
      summary: 'Runs add_note("ale").',
      effects: [],
      unchanged: null,
      differences: [],
      notes: [
        { topic: 'unknown', text: 'What it comes to can’t be told beforehand.' },
        { topic: 'way-back', text: wayBack },
      ],
    },
    rows: [],
    step: { text: 'ale' },
    stateHashBefore: 'h',
    savedHashBefore: 's',
    after: null,
  });
});

it('several calls are named in order', () => {
  const other = { ...call, tool: 'publish', args: {} };
  expect(plainPreview([call, other])).toEqual({
    ...NO_CHANGE,
    summary: 'Runs add_note("ale"), then publish().',
  });
  expect(plainDryRun(call, 'write', { stateHash: null, savedHash: null })).toMatchObject({
    stateHashBefore: null,
    savedHashBefore: null,
  });
});
