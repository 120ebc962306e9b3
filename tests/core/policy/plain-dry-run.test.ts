import { expect, it } from 'vitest';
import { NO_CHANGE, plainDryRun, plainPreview } from '@/src/core/policy/plain-dry-run';

const call = { executionId: 'e', tool: 'add_note', args: { text: 'ale' }, leftOut: ['x'] };

const WAY_BACK = { topic: 'way-back', text: 'A checkpoint is taken first, so the change can be undone.' };

it.each([
  ['navigate', {}, [WAY_BACK]],
  ['write', {}, [WAY_BACK]],
  ['commit', { warning: 'This takes effect outside the page: Steward can’t take it back.' }, []],
] as const)('the dry run of a %s that nobody can work out says so', (effect, warning, wayBack) => {
  expect(plainDryRun(call, effect, { stateHash: 'h', savedHash: 's', isLive: false })).toEqual({
    kind: 'change',
    executionId: 'e',
    args: { text: 'ale' },
    preview: {
      summary: 'Runs add_note("ale").',
      ...warning,
      effects: [],
      unchanged: null,
      differences: [],
      quoted: '{\n  "text": "ale"\n}',
      notes: [{ topic: 'unknown', text: 'Its effects can’t be computed beforehand.' }, ...wayBack],
    },
    rows: [],
    step: { text: 'ale' },
    stateHashBefore: 'h',
    savedHashBefore: 's',
    after: null,
  });
});

it('the preview of a call has all of its arguments, however long, also if its name is cut', () => {
  const args = { text: `${'harmless '.repeat(20)}and then the rest`, more: { list: ['last'] } };
  const dryRun = plainDryRun({ ...call, args }, 'commit', { stateHash: 'h', savedHash: 's', isLive: false });
  const { quoted = '', summary = '' } = dryRun.kind === 'change' ? dryRun.preview : {};
  expect(summary).not.toContain('the rest');
  expect(JSON.parse(quoted)).toEqual(args);
});

it('the preview of several calls names them in order', () => {
  const other = { ...call, tool: 'publish', args: {} };
  expect(plainPreview([call, other])).toEqual({
    ...NO_CHANGE,
    summary: 'Runs in this order: add_note("ale") and publish().',
  });
  expect(plainDryRun(call, 'write', { stateHash: null, savedHash: null, isLive: false })).toMatchObject({
    stateHashBefore: null,
    savedHashBefore: null,
  });
});

it.each([
  ['write', 'This takes effect at once.', ['unknown', 'way-back']],
  ['navigate', undefined, ['unknown', 'way-back']],
  ['commit', 'This takes effect outside the page: Steward can’t take it back.', ['unknown']],
] as const)(
  'on a page that goes live, a %s has the warning %j and the notes %j',
  (effect, warning, topics) => {
    const dryRun = plainDryRun(call, effect, { stateHash: 'h', savedHash: 's', isLive: true });
    if (dryRun.kind === 'failure') throw new Error('It would fail.');
    expect(dryRun.preview.warning).toEqual(warning);
    expect(dryRun.preview.notes.map(({ topic }) => topic)).toEqual(topics);
  },
);
