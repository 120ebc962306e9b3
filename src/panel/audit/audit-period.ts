import type { TextKey } from '@/src/texts/text-key';

/** Periods that the list can show. */
export const AUDIT_PERIODS = ['today', 'week', 'all'] as const;
export type AuditPeriod = (typeof AUDIT_PERIODS)[number];

/** Labels of the periods. */
export const PERIOD_LABELS: Readonly<Record<AuditPeriod, TextKey>> = {
  today: 'audit.period.today',
  week: 'audit.period.week',
  all: 'audit.period.all',
};

const DAYS_BEFORE_TODAY = { today: 0, week: 6 } as const;

/** Start of the period: the beginning of a day in the user's time zone; null for all time. */
export function periodStart(period: AuditPeriod, nowMs: number): number | null {
  if (period === 'all') return null;
  const start = new Date(nowMs);
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - DAYS_BEFORE_TODAY[period]);
  return start.getTime();
}
