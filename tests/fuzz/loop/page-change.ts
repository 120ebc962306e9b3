import type { Change } from '@/src/schema/change';
import type { Message } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import { fuzzAdapter, type Notes } from './fuzz-adapter';
import type { Cause } from './true-history';

/** A difference between two pages in short, e.g. `note_added ale`: equal for all changes with the same result. */
export type Difference = string;

/** The maker of a change, as seen from one chat. `other-chat`: a call or a rollback of the other chat. */
export type Maker = 'own-call' | 'user' | 'other-chat' | 'reload' | 'refresh';

/** A difference that a chat's conversation reports, with the maker that it names. */
export interface ReportedDifference {
  difference: Difference;
  maker: Maker;
}

export function differenceOf({ type, note, stock, notes }: Change): Difference {
  return `${type} ${note ?? stock ?? notes}`;
}

export function differences(before: Notes, after: Notes): Difference[] {
  const [from, to] = [before, after] as unknown as [Json, Json];
  return fuzzAdapter.diffContext(from, to, 0).map(differenceOf);
}

/** The maker that a true cause is for a chat. */
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

/** The maker that the product names with words such as “the user”. */
export function makerNamed(by: string): Maker {
  if (by.startsWith('the chat “')) return 'other-chat';
  const makers: Record<string, Maker> = {
    'the user': 'user',
    'a reload of the page': 'reload',
    'the page itself': 'refresh',
    'the assistant': 'own-call',
  };
  const maker = makers[by];
  if (maker === undefined) throw new Error(`unknown maker: ${by}`);
  return maker;
}

/** The changes of the page that a message reports, in order. */
export function reportedIn(message: Message): ReportedDifference[] {
  if (message.role === 'user') return message.changes.map((change) => reportedBy(change, 'user'));
  if (message.role === 'system') {
    return (message.news?.changes ?? []).map((change) => reportedBy(change, 'user'));
  }
  if (message.role !== 'tool' || message.pageUpdate === null) return [];
  return changeLinesIn(message.pageUpdate).map((change) => reportedBy(change, 'own-call'));
}

/** `unnamed`: the maker of changes that name none. */
function reportedBy(change: Change, unnamed: Maker): ReportedDifference {
  const { by } = change;
  return {
    difference: differenceOf(change),
    maker: by === undefined ? unnamed : makerNamed(String(by)),
  };
}

/** The changes in a text that has one per line: time, type, and the other fields as JSON. */
export function changeLinesIn(text: string): Change[] {
  return [...text.matchAll(/^(\S+Z) (\w+) (\{.*\})$/gm)].map(
    ([, timestamp = '', type = '', fields = '{}']): Change => ({ timestamp, type, ...JSON.parse(fields) }),
  );
}
