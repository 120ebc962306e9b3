import { expect, it } from 'vitest';
import { ANYONE, causeText, REFRESH, RELOAD, USER } from '@/src/core/records/change-cause';
import type { ChangeCause } from '@/src/schema/change-cause';

const own = { chatId: 'c', chatTitle: 'Own' };
const other = { chatId: 'd', chatTitle: 'Other' };

it.each<[ChangeCause, string]>([
  [{ kind: 'execution', executionId: 'e', ...own }, 'the assistant'],
  [{ kind: 'execution', executionId: 'e', ...other }, 'the chat “Other”'],
  [{ kind: 'restore', ...own }, 'the user'],
  [{ kind: 'restore', ...other }, 'the chat “Other”'],
  [RELOAD, 'a reload of the page'],
  [REFRESH, 'the page itself'],
  [USER, 'the user'],
  [ANYONE, 'the user or somebody else'],
])('a change with the cause %j is said to be by %s', (cause, text) => {
  expect(causeText(cause, 'c')).toBe(text);
});
