import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';

/** The number of changes lost in a reload, in one sentence. */
export function lostChangesText(amount: number): string {
  return i18n.t('offers.lost.text', amount, [formatNumber(amount)]);
}
