import { assertNever } from '@/src/core/assert-never';
import type { IntegrityReport, StrayRows } from '@/src/core/records/integrity-report';
import { i18n } from '@/src/texts/i18n';
import { formatNumber } from '../text/format-number';

/** The findings of a check, one sentence each; one sentence if there are none. */
export function findingTexts({ recoveredChats, chatsWithoutRun, strayRows }: IntegrityReport): string[] {
  const found = [
    ...recoveredChats.map(({ chatId, rows }) =>
      i18n.t('data.findings.recovered', rows, [formatNumber(rows)], { chat: chatId }),
    ),
    ...chatsWithoutRun.map(({ title }) => i18n.t('data.findings.chatWithoutRun', { title })),
    ...strayRows.map(strayRowsText),
  ];
  return found.length === 0 ? [i18n.t('data.findings.none')] : found;
}

function strayRowsText({ table, missing, chatId: chat, rows }: StrayRows): string {
  const number: [string] = [formatNumber(rows)];
  switch (missing) {
    case 'chat':
      return chat === null
        ? i18n.t('data.findings.withoutChat', rows, number, { table })
        : i18n.t('data.findings.withoutChatOf', rows, number, { table, chat });
    case 'message':
      return chat === null
        ? i18n.t('data.findings.withoutMessage', rows, number, { table })
        : i18n.t('data.findings.withoutMessageOf', rows, number, { table, chat });
    case 'run':
      return chat === null
        ? i18n.t('data.findings.withoutRun', rows, number, { table })
        : i18n.t('data.findings.withoutRunOf', rows, number, { table, chat });
    default:
      return assertNever(missing);
  }
}
