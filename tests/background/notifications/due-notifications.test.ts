import { expect, it } from 'vitest';
import { dueNotifications, type NotificationInputs } from '@/src/background/notifications/waiting-notifier';

const request = (id: string) => ({
  id,
  kind: 'approval' as const,
  chatId: `chat of ${id}`,
  place: id,
});

interface Situation extends Omit<NotificationInputs, 'notices' | 'isWatched'> {
  waiting: string[];
  watched: string[];
}
const quiet: Situation = { waiting: [], shown: [], reported: [], watched: [], isWanted: true };

it.each<[string, Partial<Situation>, { show: string[]; withdraw: string[]; reported: string[] }]>([
  ['none is pending', {}, { show: [], withdraw: [], reported: [] }],
  ['one is pending', { waiting: ['a'] }, { show: ['a'], withdraw: [], reported: ['a'] }],
  [
    'it is already shown',
    { waiting: ['a'], shown: ['a'], reported: ['a'] },
    { show: [], withdraw: [], reported: ['a'] },
  ],
  ['the user dismissed it', { waiting: ['a'], reported: ['a'] }, { show: [], withdraw: [], reported: ['a'] }],
  [
    'another one is added',
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
  ['they are not wanted', { waiting: ['a'], isWanted: false }, { show: [], withdraw: [], reported: [] }],
  [
    'they are no longer wanted',
    { waiting: ['a'], shown: ['a'], reported: ['a'], isWanted: false },
    { show: [], withdraw: ['a'], reported: ['a'] },
  ],
])('notifications if %s', (_, changes, expected) => {
  const { waiting, watched, ...rest } = { ...quiet, ...changes };
  const { show, withdraw, reported } = dueNotifications({
    ...rest,
    notices: waiting.map(request),
    isWatched: (chatId) => watched.some((id) => request(id).chatId === chatId),
  });
  expect({ show: show.map(({ id }) => id), withdraw, reported }).toEqual(expected);
});
