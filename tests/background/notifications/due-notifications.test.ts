import { expect, it } from 'vitest';
import { dueNotifications, type NotificationInputs } from '@/src/background/notifications/due-notifications';

const request = (id: string) => ({ approvalId: id, chatId: `chat of ${id}`, pageTitle: id });

interface Situation extends Omit<NotificationInputs, 'waiting' | 'isWatched'> {
  waiting: string[];
  watched: string[];
}
const quiet: Situation = { waiting: [], shown: [], reported: [], watched: [], isWanted: true };

it.each<[string, Partial<Situation>, { show: string[]; withdraw: string[]; reported: string[] }]>([
  ['nothing waits', {}, { show: [], withdraw: [], reported: [] }],
  ['one waits', { waiting: ['a'] }, { show: ['a'], withdraw: [], reported: ['a'] }],
  [
    'it is shown',
    { waiting: ['a'], shown: ['a'], reported: ['a'] },
    { show: [], withdraw: [], reported: ['a'] },
  ],
  ['it was wiped away', { waiting: ['a'], reported: ['a'] }, { show: [], withdraw: [], reported: ['a'] }],
  [
    'another comes',
    { waiting: ['a', 'b'], reported: ['a'] },
    { show: ['b'], withdraw: [], reported: ['a', 'b'] },
  ],
  ['it is decided', { shown: ['a'], reported: ['a'] }, { show: [], withdraw: ['a'], reported: [] }],
  ['a panel shows it', { waiting: ['a'], watched: ['a'] }, { show: [], withdraw: [], reported: ['a'] }],
  [
    'a panel was opened',
    { waiting: ['a'], shown: ['a'], reported: ['a'], watched: ['a'] },
    { show: [], withdraw: ['a'], reported: ['a'] },
  ],
  ['nobody wants it', { waiting: ['a'], isWanted: false }, { show: [], withdraw: [], reported: [] }],
  [
    'nobody wants it any more',
    { waiting: ['a'], shown: ['a'], reported: ['a'], isWanted: false },
    { show: [], withdraw: ['a'], reported: ['a'] },
  ],
])('notifications if %s', (_, changes, expected) => {
  const { waiting, watched, ...rest } = { ...quiet, ...changes };
  const { show, withdraw, reported } = dueNotifications({
    ...rest,
    waiting: waiting.map(request),
    isWatched: (chatId) => watched.some((id) => request(id).chatId === chatId),
  });
  expect({ show: show.map(({ approvalId }) => approvalId), withdraw, reported }).toEqual(expected);
});
