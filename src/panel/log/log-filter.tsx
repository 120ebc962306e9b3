import type { ReactNode } from 'react';
import type { LogFilter } from '@/src/core/logging/log-lines';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { Fold } from '@/src/panel/kit/fold';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ACTION_LABELS, DECISION_LABELS } from './audit/audit-text';
import './log.css';

const CHOICES = {
  shown: {
    label: 'log.list.level',
    choices: {
      all: 'log.list.all',
      changes: 'log.list.changes',
      ...EXTENSION_SETTINGS.logLevel.choices,
    } satisfies Record<LogFilter['shown'], TextKey>,
  },
  decision: { label: 'audit.decision.label', choices: { '': 'audit.filter.all', ...DECISION_LABELS } },
  action: { label: 'audit.action.label', choices: { '': 'audit.filter.all', ...ACTION_LABELS } },
  period: {
    label: 'audit.period.label',
    choices: { today: 'audit.period.today', week: 'audit.period.week', all: 'audit.period.all' },
  },
} as const;

export type Period = keyof typeof CHOICES.period.choices;

const DAYS_BEFORE_TODAY = { today: 0, week: 6 } as const;

/** Start of the period in milliseconds since 1970: the beginning of a day in the user's time zone. Null for all time. */
export function periodStart(period: Period, nowMs: number): number | null {
  if (period === 'all') return null;
  const start = new Date(nowMs);
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - DAYS_BEFORE_TODAY[period]);
  return start.getTime();
}

interface LogFilterFieldsProps {
  filter: LogFilter;
  period: Period;
  sites: readonly string[];
  /** The chat that the panel shows; null hides the check box for it. */
  chatId: string | null;
  onChange(filter: LogFilter): void;
  onPeriod(period: Period): void;
}

/** Fields of the log's filter. Site, decision and action are offered only for changes: other lines have none. */
export function LogFilterFields(props: LogFilterFieldsProps) {
  const { filter, period, sites, chatId, onChange, onPeriod } = props;
  const { shown, site, text, decision, action } = filter;
  const change = (changes: Partial<LogFilter>) => onChange({ ...filter, ...changes });
  return (
    <>
      <Choice
        {...CHOICES.shown}
        chosen={shown}
        onChoose={(chosen) => change({ shown: chosen, decision: null, action: null })}
      />
      {site !== null && (
        <Field label="audit.sites.label">
          <select value={site} onChange={(event) => change({ site: event.target.value })}>
            {sites.map((origin) => (
              <option key={origin}>{origin}</option>
            ))}
          </select>
        </Field>
      )}
      <Field label="log.list.search">
        <input type="search" value={text} onChange={(event) => change({ text: event.target.value })} />
      </Field>
      <Fold title="audit.filter.more">
        <div className="log-filter">
          {shown === 'changes' && (
            <>
              <Choice
                {...CHOICES.decision}
                chosen={decision ?? ''}
                onChoose={(chosen) => change({ decision: chosen || null })}
              />
              <Choice
                {...CHOICES.action}
                chosen={action ?? ''}
                onChoose={(chosen) => change({ action: chosen || null })}
              />
            </>
          )}
          <Choice {...CHOICES.period} chosen={period} onChoose={onPeriod} />
        </div>
        {chatId !== null && (
          <CheckBox
            className="log-tick"
            isOn={filter.chatId !== null}
            onChange={(isOn) => change({ chatId: isOn ? chatId : null })}
          >
            <span>{t('audit.filter.thisChat')}</span>
          </CheckBox>
        )}
      </Fold>
    </>
  );
}

function Field({ label, children }: { label: TextKey; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
    <label className="log-field">
      <span>{t(label)}</span>
      {children}
    </label>
  );
}

interface ChoiceProps<Value extends string> {
  label: TextKey;
  /** Labels by value, in the order in which the values are offered. */
  choices: Readonly<Record<Value, TextKey>>;
  chosen: Value;
  /** Id of the element that describes the select, if there is one. */
  describedBy?: string;
  onChoose(value: Value): void;
}

/** Select with one labelled option for each value. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { chosen, onChoose } = props;
  return (
    <Field label={props.label}>
      <select
        value={chosen}
        aria-describedby={props.describedBy}
        // The options are the keys of `choices`, so the cast is safe.
        onChange={(event) => onChoose(event.target.value as Value)}
      >
        {Object.entries<TextKey>(props.choices).map(([value, words]) => (
          <option key={value} value={value}>
            {t(words)}
          </option>
        ))}
      </select>
    </Field>
  );
}
