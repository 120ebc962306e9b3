import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasEnded, isActive, isWorking, transition, waitsForUser } from '@/src/core/records/transition';
import type { RequestableStatus, RunStatus } from '@/src/schema/run-status';
import { EVENTS, OUTCOMES, STATUSES } from '../loop/status-examples';

/** The table of src/core/records/README.md: the next status for each event and status; `–` if the event is illegal. */
const [columns = [], , ...rows] = readTable(
  readFileSync('src/core/records/README.md', 'utf8')
    .split('<!-- transitions -->')[1]
    ?.split('<!-- /transitions -->')[0] ?? '',
);
const cells = rows.flatMap(([event = '', ...results]) =>
  results.map((result, index) => ({ event, status: columns[index + 1] ?? '', result })),
);

function readTable(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function isRequestable(status: RunStatus): status is RequestableStatus {
  return status.state !== 'paused' && status.state !== 'waiting-for-approval';
}

function example<Value>(examples: Readonly<Record<string, Value>>, name: string): Value {
  const value = examples[name];
  if (value === undefined) throw new Error(`no example is called ${name}`);
  return value;
}

describe('transition', () => {
  it('is documented in the table for every status and event', () => {
    expect(columns.slice(1)).toEqual(Object.keys(STATUSES));
    expect(rows.map(([event]) => event)).toEqual(Object.keys(EVENTS));
  });

  it.each(cells.filter(({ result }) => result !== '–'))(
    'takes $status with $event to $result',
    ({ status, event, result }) => {
      const from = example(STATUSES, status);
      const next = transition(from, example(EVENTS, event));
      expect(next).toEqual(
        event === 'paused' ? { state: 'paused', before: from } : example(OUTCOMES, result),
      );
    },
  );

  it.each(cells.filter(({ result }) => result === '–'))('refuses $event in $status', ({ status, event }) =>
    expect(() => transition(example(STATUSES, status), example(EVENTS, event))).toThrow(
      expect.objectContaining({
        code: 'illegal-transition',
        details: `A run that is ${example(STATUSES, status).state} can’t take ${example(EVENTS, event).type}.`,
      }),
    ),
  );

  it.each(Object.values(STATUSES).filter(isRequestable))(
    'puts a run into $state when that is asked for',
    (status) =>
      expect(transition({ state: 'processing' }, { type: 'status-requested', status })).toEqual(status),
  );

  it.each(['round-limit', 'rolled-back', 'loop-detected', 'cut-off', 'requested'] as const)(
    'lets a run that waits because of %s continue',
    (reason) =>
      expect(transition({ state: 'waiting-for-user-input', reason }, { type: 'continued' })).toEqual({
        state: 'processing',
      }),
  );

  it('keeps a run that waits for the page’s lease waiting for the next holder, or for the page itself', () => {
    const waiting = example(OUTCOMES, 'coordination (page-lease)');
    const holder = { chatId: 'third', title: 'Unblock' };
    expect(transition(waiting, { type: 'page-busy', holder, untilMs: 40_000 })).toEqual({
      ...waiting,
      targetAgentScope: 'third',
      reason: 'Waiting for the chat “Unblock”, which is working on this page.',
      untilMs: 40_000,
    });
    expect(transition(waiting, example(EVENTS, 'page-lost'))).toEqual(
      example(OUTCOMES, 'coordination (page)'),
    );
    expect(transition(waiting, example(EVENTS, 'coordination-ended'))).toEqual({ state: 'processing' });
  });

  it('applies a decision during a pause once the run resumes', () => {
    const held = transition({ state: 'waiting-for-approval', approvalId: 'a' }, { type: 'paused' });
    const decided = transition(held, { type: 'approval-decided' });
    expect(decided).toEqual({ state: 'paused', before: { state: 'waiting-for-tools' } });
    expect(transition(decided, { type: 'resumed' })).toEqual({ state: 'waiting-for-tools' });
  });
});

it.each([
  ['starting', { active: true, ended: false, working: true, onUser: false }],
  ['endpoint', { active: true, ended: false, working: false, onUser: true }],
  ['processing', { active: true, ended: false, working: true, onUser: false }],
  ['tools', { active: true, ended: false, working: true, onUser: false }],
  ['approval', { active: true, ended: false, working: false, onUser: true }],
  ['user', { active: false, ended: false, working: false, onUser: true }],
  ['coordination', { active: true, ended: false, working: false, onUser: false }],
  ['system', { active: false, ended: false, working: false, onUser: false }],
  ['paused', { active: true, ended: false, working: false, onUser: true }],
  ['completed', { active: false, ended: true, working: false, onUser: false }],
  ['stopped', { active: false, ended: true, working: false, onUser: false }],
  ['error', { active: false, ended: true, working: false, onUser: false }],
  ['done', { active: false, ended: true, working: false, onUser: false }],
])('a run that is %s is %o', (name, expected) => {
  const status = example(STATUSES, name);
  expect({
    active: isActive(status),
    ended: hasEnded(status),
    working: isWorking(status),
    onUser: waitsForUser(status),
  }).toEqual(expected);
});
