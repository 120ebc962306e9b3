import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { begunResponseId, type LiveTail, reduceTail, withFailure } from '@/src/core/records/live-tail';
import type { LoopEvent, NumberedEvent } from '@/src/core/records/loop-event';
import { ended, storedRun } from '../../panel/stored-run';

const messageId = 'm';
const chunk = (text: string): LoopEvent => ({ type: 'chunk-received', messageId, kind: 'content', text });
const part = (index: number, name: string, argumentsText: string): LoopEvent => ({
  type: 'tool-call-part-received',
  messageId,
  index,
  name,
  argumentsText,
});

function numbered(event: LoopEvent, seq: number, address: Partial<NumberedEvent> = {}): NumberedEvent {
  return { epoch: 'e1', chatId: 'c', runId: 'r1', attempt: 1, seq, atMs: 0, event, ...address };
}

function play(events: NumberedEvent[]): LiveTail | null {
  let tail: LiveTail | null = null;
  for (const event of events) {
    const step = reduceTail(tail, event);
    if (step.kind === 'gap') throw new Error(`gap at ${event.seq}`);
    tail = step.tail;
  }
  return tail;
}

describe('the live tail', () => {
  it('says what its request waits for, until anything follows', () => {
    const wait = { reason: 'in-flight', untilMs: null } as const;
    const queued = [
      numbered({ type: 'response-started', messageId }, 1),
      numbered({ type: 'request-queued', messageId, wait }, 2),
    ];
    expect(play(queued)?.queued).toEqual(wait);
    expect(play([...queued, numbered({ type: 'request-sent', messageId }, 3)])).not.toHaveProperty('queued');
    expect(play([...queued, numbered(chunk('one'), 3)])).not.toHaveProperty('queued');
  });

  it('has the time at which its request was sent, until the response ends', () => {
    const sent = [
      numbered({ type: 'response-started', messageId }, 1, { atMs: 10 }),
      numbered({ type: 'request-sent', messageId }, 2, { atMs: 20 }),
      numbered(chunk('text'), 3, { atMs: 30 }),
    ];
    expect(play(sent)?.sentAtMs).toBe(20);
    const ends = { type: 'response-ended', messageId, stored: true } as const;
    expect(play([...sent, numbered(ends, 4)])).not.toHaveProperty('sentAtMs');
  });

  it('has the progress of a call that reads', () => {
    const progress = { done: 2, total: 5, isHeldUp: false, isReading: true } as const;
    const running = numbered({ type: 'call-progressed', executionId: 'x', ...progress }, 1);
    expect(play([running])?.progress).toEqual(progress);
  });

  it('has the progress of a running change, until anything follows', () => {
    const call = { executionId: 'x', name: 'add_models' };
    const running = [
      numbered({ type: 'call-progressed', executionId: 'x', done: 2, total: 5, isHeldUp: false }, 1),
    ];
    expect(play(running)?.progress).toEqual({ done: 2, total: 5, isHeldUp: false });
    const ends = {
      type: 'tool-result-processed',
      ...call,
      success: true,
      errorCode: null,
      durationMs: 1,
    } as const;
    expect(play([...running, numbered(ends, 2)])).not.toHaveProperty('progress');
  });

  it('has a scheduled retry with its due time, until anything follows', () => {
    const error = { code: 'network', message: 'No answer.', remedy: 'Wait.', details: null } as const;
    const failed = [
      numbered({ type: 'response-started', messageId }, 1),
      numbered({ type: 'retry-scheduled', attempt: 2, attempts: 3, delayMs: 1_200, error }, 2, {
        atMs: 5_000,
      }),
    ];
    const retry = { attempt: 2, attempts: 3, dueAtMs: 6_200, problem: 'No answer.' };
    expect(play(failed)?.retry).toEqual(retry);
    const restarted = numbered({ type: 'response-started', messageId }, 3);
    expect(play([...failed, restarted])).not.toHaveProperty('retry');
  });

  it('shows its run as failed from the failure on, until it is stored or anything follows', () => {
    const error = {
      code: 'storage-full',
      message: 'No space.',
      remedy: 'Free some.',
      details: null,
    } as const;
    const failed = [numbered(chunk('one'), 1), numbered({ type: 'error', error }, 2)];
    const run = storedRun({ state: 'processing' }, { id: 'r1' });
    const shown = { error, status: ended('error') };
    expect(withFailure(run, play(failed))).toMatchObject(shown);
    const later = numbered({ type: 'status-changed', status: run.status }, 3);
    expect(withFailure(run, play([...failed, later]))).toBe(run);
    const stored = { ...run, ...shown };
    expect(withFailure(stored, play(failed))).toBe(stored);
    for (const other of [{ id: 'r2' }, { attempt: 2 }]) {
      const another = { ...run, ...other };
      expect(withFailure(another, play(failed))).toBe(another);
    }
  });

  it('grows by chunks and by parts of calls', () => {
    const tail = play(
      [
        { type: 'response-started' as const, messageId },
        { type: 'chunk-received' as const, messageId, kind: 'reasoning' as const, text: 'hm' },
        chunk('one '),
        chunk('two'),
        part(0, 'add_note', ''),
        part(1, 'count', '{'),
        part(0, '', '{"a":1}'),
        part(1, '', '}'),
      ].map((event, index) => numbered(event, index + 1)),
    );
    expect(tail).toMatchObject({
      content: 'one two',
      reasoning: 'hm',
      toolCalls: [
        { index: 0, name: 'add_note', argumentsText: '{"a":1}' },
        { index: 1, name: 'count', argumentsText: '{}' },
      ],
    });
  });

  it('is emptied by an answer that starts over, and stays under the same id', () => {
    const tail = play(
      [
        { type: 'response-started' as const, messageId },
        chunk('half'),
        part(0, 'add_note', '{'),
        { type: 'response-restarted' as const, messageId },
        chunk('whole'),
      ].map((event, index) => numbered(event, index + 1)),
    );
    expect(tail).toMatchObject({ messageId, content: 'whole', reasoning: '', toolCalls: [] });
  });

  it.each([
    ['a new epoch', { epoch: 'e2' }],
    ['a new run', { runId: 'r2' }],
    ['a new attempt', { attempt: 2 }],
  ])('is dropped by %s', (_, address) => {
    const tail = play([numbered(chunk('old'), 1), numbered(chunk('new'), 1, address)]);
    expect(tail?.content).toBe('new');
  });

  it('asks for a replay when a new epoch is joined in the middle', () => {
    expect(reduceTail(null, numbered(chunk('x'), 5))).toEqual({ kind: 'gap' });
  });

  it('keeps a stored response until the record shows it, and drops one that was not stored', () => {
    const before = [numbered(chunk('text'), 1)];
    expect(play([...before, numbered({ type: 'response-ended', messageId, stored: true }, 2)])?.content).toBe(
      'text',
    );
    expect(
      play([...before, numbered({ type: 'response-ended', messageId, stored: false }, 2)])?.content,
    ).toBe('');
  });

  it('never doubles or loses a word, whatever is repeated or lost on the way, once gaps are replayed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 }),
        fc.array(fc.constantFrom('deliver', 'twice', 'lose'), { minLength: 30, maxLength: 30 }),
        (texts, fates) => {
          const sent = texts.map((text, index) => numbered(chunk(text), index + 1));
          let tail: LiveTail | null = null;
          sent.forEach((event, index) => {
            if (fates[index] === 'lose') return;
            for (let time = 0; time < (fates[index] === 'twice' ? 2 : 1); time += 1) {
              const step = reduceTail(tail, event);
              tail = step.kind === 'tail' ? step.tail : play(sent.slice(0, index + 1));
            }
          });
          const last = sent.findLastIndex((_, index) => fates[index] !== 'lose');
          expect((tail as LiveTail | null)?.content ?? '').toBe(texts.slice(0, last + 1).join(''));
        },
      ),
    );
  });
});

it.each<LoopEvent>([{ type: 'status-changed', status: { state: 'processing' } }, { type: 'paused' }])(
  '$type adds nothing to the tail but its number',
  (event) => {
    const before = play([numbered({ type: 'response-started', messageId }, 1), numbered(chunk('one'), 2)]);
    expect(reduceTail(before, numbered(event, 3))).toEqual({ kind: 'tail', tail: { ...before, seq: 3 } });
  },
);

it.each<[string, LoopEvent[], string | null]>([
  ['nothing was requested', [], null],
  ['the request was made', [{ type: 'response-started', messageId }], null],
  ['its first word arrived', [{ type: 'response-started', messageId }, chunk('one')], messageId],
  ['a call began', [{ type: 'response-started', messageId }, part(0, 'add_note', '')], messageId],
  [
    'it is requested again',
    [{ type: 'response-started', messageId }, chunk('one'), { type: 'response-restarted', messageId }],
    null,
  ],
])('when %s, the response that has begun is known', (_, events, id) => {
  expect(begunResponseId(play(events.map((event, index) => numbered(event, index + 1))))).toBe(id);
});
