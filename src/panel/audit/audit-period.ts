/** How far back the list goes. */
export const AUDIT_PERIODS = ['today', 'week', 'all'] as const;
export type AuditPeriod = (typeof AUDIT_PERIODS)[number];

/** A period's name. */
export const PERIOD_LABELS: Readonly<Record<AuditPeriod, string>> = {
  today: 'Today',
  week: 'Last 7 days',
  all: 'All',
};

const DAYS_BEFORE_TODAY = { today: 0, week: 6 } as const;

/** The period's first moment: the beginning of a day in the user's time zone; null where it has none. */
export function periodStart(period: AuditPeriod, nowMs: number): number | null {
  if (period === 'all') return null;
  const start = new Date(nowMs);
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - DAYS_BEFORE_TODAY[period]);
  return start.getTime();
}
