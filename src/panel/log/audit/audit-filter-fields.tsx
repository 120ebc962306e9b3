import type { AuditFilter } from '@/src/core/audit/audit-filter';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { Fold } from '@/src/panel/kit/fold';
import type { AuditEntry } from '@/src/schema/audit';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { Choice, SearchField } from '../entry-filter';
import { ACTION_LABELS, DECISION_LABELS } from './audit-text';

const PERIODS = {
  today: 'audit.period.today',
  week: 'audit.period.week',
  all: 'audit.period.all',
} as const satisfies Record<string, TextKey>;
const DECISIONS = { '': 'audit.filter.all', ...DECISION_LABELS } as const;
const ACTIONS = { '': 'audit.filter.all', ...ACTION_LABELS } as const;

type AuditPeriod = keyof typeof PERIODS;

/** The user's filter for an audit. An empty text matches all entries. */
export interface AuditView {
  text: string;
  decision: AuditEntry['decision'] | '';
  action: AuditEntry['action'] | '';
  period: AuditPeriod;
  isThisChatOnly: boolean;
}

export const NO_FILTER: AuditView = {
  text: '',
  decision: '',
  action: '',
  period: 'all',
  isThisChatOnly: false,
};

/** Converts the user's filter to that of the queries for the list and the exports. */
export function filterOf(view: AuditView, chatId: string | null): AuditFilter {
  return {
    text: view.text,
    decision: view.decision || null,
    action: view.action || null,
    sinceMs: periodStart(view.period, Date.now()),
    chatId: view.isThisChatOnly ? chatId : null,
  };
}

const DAYS_BEFORE_TODAY = { today: 0, week: 6 } as const;

/** Start of the period: the beginning of a day in the user's time zone; null for all time. */
export function periodStart(period: AuditPeriod, nowMs: number): number | null {
  if (period === 'all') return null;
  const start = new Date(nowMs);
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - DAYS_BEFORE_TODAY[period]);
  return start.getTime();
}

interface AuditFilterFieldsProps {
  view: AuditView;
  /** False hides the filter for the current chat. */
  hasChat: boolean;
  onChange(view: AuditView): void;
}

export function AuditFilterFields({ view, hasChat, onChange }: AuditFilterFieldsProps) {
  const change = (changes: Partial<AuditView>) => onChange({ ...view, ...changes });
  return (
    <>
      <SearchField text={view.text} onChange={(text) => change({ text })} />
      <Fold title="audit.filter.more">
        <div className="log-filter">
          <Choice
            labelKey="audit.decision.label"
            labels={DECISIONS}
            chosen={view.decision}
            onChoose={(decision) => change({ decision })}
          />
          <Choice
            labelKey="audit.action.label"
            labels={ACTIONS}
            chosen={view.action}
            onChoose={(action) => change({ action })}
          />
          <Choice
            labelKey="audit.period.label"
            labels={PERIODS}
            chosen={view.period}
            onChoose={(period) => change({ period })}
          />
        </div>
        {hasChat && (
          <CheckBox
            className="audit-tick"
            isOn={view.isThisChatOnly}
            onChange={(isThisChatOnly) => change({ isThisChatOnly })}
          >
            <span>{t('audit.filter.thisChat')}</span>
          </CheckBox>
        )}
      </Fold>
    </>
  );
}
