import type { AuditFilter } from '@/src/core/audit/audit-filter';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { AUDIT_PERIODS, type AuditPeriod, PERIOD_LABELS } from './audit-period';
import { ACTION_LABELS, DECISION_LABELS } from './audit-text';

/** The user's filter for a journal. */
export interface AuditView {
  text: string;
  decision: AuditFilter['decision'];
  action: AuditFilter['action'];
  period: AuditPeriod;
  isThisChatOnly: boolean;
}

/** No filter: all entries. */
export const WHOLE_JOURNAL: AuditView = {
  text: '',
  decision: null,
  action: null,
  period: 'all',
  isThisChatOnly: false,
};

interface AuditFilterFieldsProps {
  view: AuditView;
  /** False hides the filter for the current chat. */
  hasChat: boolean;
  onChange(view: AuditView): void;
}

/** The filter fields above the list. */
export function AuditFilterFields({ view, hasChat, onChange }: AuditFilterFieldsProps) {
  return (
    <>
      <div className="audit-filter">
        <label className="log-field">
          <span>{i18n.t('audit.filter.search')}</span>
          <input
            type="search"
            value={view.text}
            onChange={(event) => onChange({ ...view, text: event.target.value })}
          />
        </label>
        <LabelSelect
          label={i18n.t('audit.decision.label')}
          labels={DECISION_LABELS}
          chosen={view.decision}
          onChoose={(decision) => onChange({ ...view, decision })}
        />
        <LabelSelect
          label={i18n.t('audit.action.label')}
          labels={ACTION_LABELS}
          chosen={view.action}
          onChoose={(action) => onChange({ ...view, action })}
        />
        <label className="log-field">
          <span>{i18n.t('audit.period.label')}</span>
          <select
            value={view.period}
            onChange={(event) => {
              const period = AUDIT_PERIODS.find((period) => period === event.target.value);
              if (period !== undefined) onChange({ ...view, period });
            }}
          >
            {AUDIT_PERIODS.map((period) => (
              <option key={period} value={period}>
                {i18n.t(PERIOD_LABELS[period])}
              </option>
            ))}
          </select>
        </label>
      </div>
      {hasChat && (
        <label className="audit-tick">
          <input
            type="checkbox"
            checked={view.isThisChatOnly}
            onChange={(event) => onChange({ ...view, isThisChatOnly: event.target.checked })}
          />
          <span>{i18n.t('audit.filter.thisChat')}</span>
        </label>
      )}
    </>
  );
}

interface LabelSelectProps<Value extends string> {
  label: string;
  labels: Readonly<Record<Value, TextKey>>;
  /** Null selects all. */
  chosen: Value | null;
  onChoose(value: Value | null): void;
}

function LabelSelect<Value extends string>({ label, labels, chosen, onChoose }: LabelSelectProps<Value>) {
  const values = Object.keys(labels) as Value[];
  return (
    <label className="log-field">
      <span>{label}</span>
      <select
        value={chosen ?? ''}
        onChange={(event) => onChoose(values.find((value) => value === event.target.value) ?? null)}
      >
        <option value="">{i18n.t('audit.filter.all')}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {i18n.t(labels[value])}
          </option>
        ))}
      </select>
    </label>
  );
}
