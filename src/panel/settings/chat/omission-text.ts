import { assertNever } from '@/src/core/assert-never';
import { spellOut } from '@/src/core/text/foreign-text';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { Omission } from '@/src/schema/sent-request';
import { i18n } from '@/src/texts/i18n';

export function omissionText({ what, reason, count, tools }: Omission): string {
  const number: [string] = [formatNumber(count)];
  switch (reason) {
    case 'set-aside':
      return i18n.t('chatSettings.omission.setAside', count, number);
    case 'local':
      return i18n.t('chatSettings.omission.local', count, number);
    case 'summary':
      return i18n.t('chatSettings.omission.summary', count, number);
    case 'tool-memory':
      return what === 'calls'
        ? i18n.t('chatSettings.omission.forgottenCalls', count, number, {
            tools: tools.map(spellOut).join(', '),
          })
        : i18n.t('chatSettings.omission.forgottenMessages', count, number);
    case 'aged':
      return i18n.t('chatSettings.omission.aged', count, number);
    case 'trimmed':
      return i18n.t('chatSettings.omission.trimmed', count, number);
    case 'too-long':
      return i18n.t('chatSettings.omission.tooLong', count, number);
    case 'blank':
      return i18n.t('chatSettings.omission.blank', count, number);
    case 'without-call':
      return i18n.t('chatSettings.omission.withoutCall', count, number);
    case 'refused-call':
      return i18n.t('chatSettings.omission.refusedCall', count, number);
    case 'superseded':
      return i18n.t('chatSettings.omission.superseded', count, number);
    case 'marked-part-changed':
      return i18n.t('chatSettings.omission.markMoved');
    case 'endpoint-refused':
      return i18n.t('chatSettings.omission.marksRefused');
    case 'model-takes-none':
      return i18n.t('chatSettings.omission.unknownImages', count, number);
    default:
      return assertNever(reason);
  }
}
