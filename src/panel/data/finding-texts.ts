import type { IntegrityReport } from '@/src/core/records/integrity-report';
import { count } from '../text/count';

/** The findings of a check, one sentence each; one sentence if there are none. */
export function findingTexts({ recoveredChats, chatsWithoutRun, strayRows }: IntegrityReport): string[] {
  const found = [
    ...recoveredChats.map(
      ({ chatId, rows }) =>
        `${count(rows, 'row')} without a chat are in a chat named “Recovered chat” now (${chatId}).`,
    ),
    ...chatsWithoutRun.map(
      ({ title }) => `The last run of “${title}” is missing: its messages can be read, not continued.`,
    ),
    ...strayRows.map(
      ({ table, missing, chatId, rows }) =>
        `${count(rows, 'row')} of ${table} without a ${missing}${chatId === null ? '' : ` (chat ${chatId})`}; kept.`,
    ),
  ];
  return found.length === 0 ? ['Everything fits together.'] : found;
}
