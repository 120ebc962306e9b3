import { i18n } from '@/src/texts/i18n';

/** A readable duration: `40 ms`, `1.2 s`, `12 s`, `1 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 995) return i18n.t('text.duration.milliseconds', { amount: Math.round(durationMs) });
  if (durationMs < 9_950) {
    return i18n.t('text.duration.seconds', { amount: (durationMs / 1_000).toFixed(1).replace(/\.0$/, '') });
  }
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 60) return i18n.t('text.duration.seconds', { amount: seconds });
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0
    ? i18n.t('text.duration.minutes', { amount: minutes })
    : i18n.t('text.duration.minutesAndSeconds', { minutes, seconds: seconds % 60 });
}
