import { describe, expect, it } from 'vitest';
import type { Message } from '@/src/schema/message';
import { batchBegin, batchLength } from '@/src/store/message-batch';

const user = (length: number) => ({ role: 'user', content: 'x'.repeat(length) }) as Message;
const says = (length: number, calls: number) =>
  ({
    role: 'assistant',
    content: 'x'.repeat(length),
    reasoning: '',
    toolCalls: Array.from({ length: calls }, () => ({})),
  }) as unknown as Message;
const result = { role: 'tool' } as Message;
const times = (number: number, ...messages: Message[]) =>
  Array.from({ length: number }, () => messages).flat();
const turn = [user(10), says(10, 0)];

describe('the batch that ends a conversation', () => {
  it.each<[string, Message[], number]>([
    ['is empty without messages', [], 0],
    ['is all of a short conversation', times(10, ...turn), 20],
    ['has 60 entries', times(100, ...turn), 60],
    ['begins with a message of the user, and so may have one more', [...times(100, ...turn), user(1)], 61],
    ['counts calls as entries, and no results', times(40, user(1), says(1, 3), result, result, result), 60],
    ['has 60,000 characters', times(20, user(10), says(25_000, 0)), 6],
    ['counts of a long message what isn’t folded', times(3, user(100_000), says(10, 0)), 6],
    ['has an answer of 80,000 characters with its question', times(5, user(10), says(80_000, 0)), 2],
    [
      'has the long answer before the last question, and the question of that',
      [...times(5, user(10), says(80_000, 0)), ...turn],
      4,
    ],
    [
      'goes back to the question of a run of many rounds',
      [...turn, user(1), ...times(50, says(1, 1), result)],
      101,
    ],
    ['begins with a call if the question is far', [user(1), ...times(200, says(1, 1), result)], 60],
  ])('%s', (_, messages, length) => {
    const begin = batchBegin(messages, true);
    expect(begin === null ? null : messages.length - begin).toBe(length);
  });

  it.each<[string, Message[]]>([
    ['they are fewer than a batch', times(10, ...turn)],
    ['the question could be before them', times(40, says(1, 1), result)],
  ])('is not known yet if %s', (_, messages) => {
    expect(batchBegin(messages, false)).toBeNull();
  });
});

describe('the batch that begins a conversation', () => {
  it.each<[string, Message[], number]>([
    ['is all of a short one', times(10, ...turn), 20],
    ['has 60 entries', times(100, ...turn), 60],
    ['ends after the results of its last call', times(100, says(1, 59), result, result), 3],
    ['has one long answer', times(5, says(80_000, 0)), 1],
  ])('%s', (_, messages, length) => {
    expect(batchLength(messages)).toBe(length);
  });
});
