import { i18n } from '@/src/texts/i18n';

/** A size in bytes with its unit, rounded up: `740 B`, `12 kB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return i18n.t('data.size.bytes', { amount: bytes });
  if (bytes < 1_000_000) return i18n.t('data.size.kilobytes', { amount: Math.ceil(bytes / 1_000) });
  return i18n.t('data.size.megabytes', { amount: (Math.ceil(bytes / 100_000) / 10).toFixed(1) });
}
