import type { AuditFilter } from '@/src/core/audit/audit-filter';
import { AUDIT_PERIODS, type AuditPeriod, PERIOD_LABELS } from './audit-period';
import { ACTION_LABELS, DECISION_LABELS } from './audit-text';

/** What the user wants to see of a journal. */
export interface AuditView {
  text: string;
  decision: AuditFilter['decision'];
  action: AuditFilter['action'];
  period: AuditPeriod;
  isThisChatOnly: boolean;
}

/** Everything. */
export const WHOLE_JOURNAL: AuditView = {
  text: '',
  decision: null,
  action: null,
  period: 'all',
  isThisChatOnly: false,
};

interface AuditFilterFieldsProps {
  view: AuditView;
  /** Without a chat, there is nothing to narrow it to. */
  hasChat: boolean;
  onChange(view: AuditView): void;
}

/** The ways to narrow the list. */
export function AuditFilterFields({ view, hasChat, onChange }: AuditFilterFieldsProps) {
  return (
    <>
      <div className="audit-filter">
        <label className="log-field">
          <span>Search</span>
          <input
            type="search"
            value={view.text}
            onChange={(event) => onChange({ ...view, text: event.target.value })}
          />
        </label>
        <LabelSelect
          label="Decision"
          labels={DECISION_LABELS}
          chosen={view.decision}
          onChoose={(decision) => onChange({ ...view, decision })}
        />
        <LabelSelect
          label="Action"
          labels={ACTION_LABELS}
          chosen={view.action}
          onChoose={(action) => onChange({ ...view, action })}
        />
        <label className="log-field">
          <span>Period</span>
          <select
            value={view.period}
            onChange={(event) => {
              const period = AUDIT_PERIODS.find((one) => one === event.target.value);
              if (period !== undefined) onChange({ ...view, period });
            }}
          >
            {AUDIT_PERIODS.map((one) => (
              <option key={one} value={one}>
                {PERIOD_LABELS[one]}
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
          <span>Only this chat</span>
        </label>
      )}
    </>
  );
}

interface LabelSelectProps<Value extends string> {
  label: string;
  labels: Readonly<Record<Value, string>>;
  /** Null: all of them. */
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
        <option value="">All</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {labels[value]}
          </option>
        ))}
      </select>
    </label>
  );
}
