import type { AuditFilter } from '@/src/core/audit/audit-filter';
import { AUDIT_PERIODS, type AuditPeriod, PERIOD_WORDS } from './audit-period';
import { ACTION_WORDS, DECISION_WORDS } from './audit-text';

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
        <WordSelect
          label="Decision"
          words={DECISION_WORDS}
          chosen={view.decision}
          onChoose={(decision) => onChange({ ...view, decision })}
        />
        <WordSelect
          label="Action"
          words={ACTION_WORDS}
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
                {PERIOD_WORDS[one]}
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

interface WordSelectProps<Value extends string> {
  label: string;
  words: Readonly<Record<Value, string>>;
  /** Null: all of them. */
  chosen: Value | null;
  onChoose(value: Value | null): void;
}

function WordSelect<Value extends string>({ label, words, chosen, onChoose }: WordSelectProps<Value>) {
  const values = Object.keys(words) as Value[];
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
            {words[value]}
          </option>
        ))}
      </select>
    </label>
  );
}
