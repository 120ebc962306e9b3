import type { Change } from '@/src/core/adapter/adapter-definition';
import type { Message } from '@/src/core/chat/message';
import type { Json } from '@/src/core/json';
import { fuzzAdapter, type Notes } from './fuzz-adapter';
import type { Cause } from './true-history';

/** A difference between two pages in short, e.g. `note_added ale`: the same for all that lead to the same. */
export type Difference = string;

/** Who made a change, from the side of one chat; `other-chat`: a call of it, or a rollback there. */
export type Maker = 'own-call' | 'user' | 'other-chat' | 'reload' | 'refresh';

/** A difference that a chat's conversation tells of. */
export interface ToldDifference {
  difference: Difference;
  maker: Maker;
}

export function differenceOf({ type, note, stock }: Change): Difference {
  return `${type} ${note ?? stock}`;
}

/** What differs on one page from another. */
export function differences(before: Notes, after: Notes): Difference[] {
  const [from, to] = [before, after] as unknown as [Json, Json];
  return fuzzAdapter.diffContext(from, to, 0).map(differenceOf);
}

/** Who a cause is for a chat. */
export function makerOf(cause: Cause, chatId: string): Maker {
  switch (cause.kind) {
    case 'execution':
      return cause.chatId === chatId ? 'own-call' : 'other-chat';
    case 'restore':
      return cause.chatId === chatId ? 'user' : 'other-chat';
    default:
      return cause.kind;
  }
}

/** Who is meant by words such as “the user”. */
export function makerNamed(by: string): Maker {
  if (by.startsWith('the chat “')) return 'other-chat';
  const makers: Record<string, Maker> = {
    'the user': 'user',
    'a reload of the page': 'reload',
    'the page itself': 'refresh',
    'the assistant': 'own-call',
  };
  const maker = makers[by];
  if (maker === undefined) throw new Error(`nobody is called ${by}`);
  return maker;
}

/** What an entry of the record tells of the page, in order. */
export function toldIn(message: Message): ToldDifference[] {
  if (message.role === 'user') return message.changes.map((change) => toldBy(change, 'user'));
  if (message.role === 'system') {
    return (message.news?.changes ?? []).map((change) => toldBy(change, 'user'));
  }
  if (message.role !== 'tool' || message.pageUpdate === null) return [];
  return changeLinesIn(message.pageUpdate).map((change) => toldBy(change, 'own-call'));
}

/** `unnamed`: who made the changes that name nobody. */
function toldBy(change: Change, unnamed: Maker): ToldDifference {
  const { by } = change;
  return {
    difference: differenceOf(change),
    maker: by === undefined ? unnamed : makerNamed(String(by)),
  };
}

/** The changes in a text that has them as lines: time, type, and the rest as JSON. */
export function changeLinesIn(text: string): Change[] {
  return [...text.matchAll(/^(\S+Z) (\w+) (\{.*\})$/gm)].map(
    ([, timestamp = '', type = '', fields = '{}']): Change => ({ timestamp, type, ...JSON.parse(fields) }),
  );
}
