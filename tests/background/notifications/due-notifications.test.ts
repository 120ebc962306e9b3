import { expect, it } from 'vitest';
import { dueNotifications, type NotificationInputs } from '@/src/background/notifications/due-notifications';

const question = (id: string) => ({ approvalId: id, chatId: `chat of ${id}`, pageTitle: id });

interface Situation extends Omit<NotificationInputs, 'waiting' | 'isWatched'> {
  waiting: string[];
  watched: string[];
}
const quiet: Situation = { waiting: [], shown: [], told: [], watched: [], isWanted: true };

it.each<[string, Partial<Situation>, { show: string[]; withdraw: string[]; told: string[] }]>([
  ['nothing waits', {}, { show: [], withdraw: [], told: [] }],
  ['one waits', { waiting: ['a'] }, { show: ['a'], withdraw: [], told: ['a'] }],
  ['it is shown', { waiting: ['a'], shown: ['a'], told: ['a'] }, { show: [], withdraw: [], told: ['a'] }],
  ['it was wiped away', { waiting: ['a'], told: ['a'] }, { show: [], withdraw: [], told: ['a'] }],
  ['another comes', { waiting: ['a', 'b'], told: ['a'] }, { show: ['b'], withdraw: [], told: ['a', 'b'] }],
  ['it is decided', { shown: ['a'], told: ['a'] }, { show: [], withdraw: ['a'], told: [] }],
  ['a panel shows it', { waiting: ['a'], watched: ['a'] }, { show: [], withdraw: [], told: ['a'] }],
  [
    'a panel was opened',
    { waiting: ['a'], shown: ['a'], told: ['a'], watched: ['a'] },
    { show: [], withdraw: ['a'], told: ['a'] },
  ],
  ['nobody wants it', { waiting: ['a'], isWanted: false }, { show: [], withdraw: [], told: [] }],
  [
    'nobody wants it any more',
    { waiting: ['a'], shown: ['a'], told: ['a'], isWanted: false },
    { show: [], withdraw: ['a'], told: ['a'] },
  ],
])('notifications if %s', (_, changes, expected) => {
  const { waiting, watched, ...rest } = { ...quiet, ...changes };
  const { show, withdraw, told } = dueNotifications({
    ...rest,
    waiting: waiting.map(question),
    isWatched: (chatId) => watched.some((id) => question(id).chatId === chatId),
  });
  expect({ show: show.map(({ approvalId }) => approvalId), withdraw, told }).toEqual(expected);
});
