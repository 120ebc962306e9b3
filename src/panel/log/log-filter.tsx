import type { ReactNode } from 'react';
import type { LogFilter } from '@/src/core/logging/log-lines';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { Fold } from '@/src/panel/kit/fold';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ACTION_LABELS, DECISION_LABELS } from './audit/audit-text';
import './log.css';

const SHOWN = {
  all: 'log.list.all',
  changes: 'log.list.changes',
  ...EXTENSION_SETTINGS.logLevel.choices,
} as const satisfies Record<LogFilter['shown'], TextKey>;
const PERIODS = {
  today: 'audit.period.today',
  week: 'audit.period.week',
  all: 'audit.period.all',
} as const satisfies Record<string, TextKey>;
const DECISIONS = { '': 'audit.filter.all', ...DECISION_LABELS } as const;
const ACTIONS = { '': 'audit.filter.all', ...ACTION_LABELS } as const;

type Period = keyof typeof PERIODS;

/** The user's choices for the list. An empty text matches all entries. */
export interface LogView extends Pick<LogFilter, 'shown' | 'text'> {
  /** Null until the user chooses one; then the first site applies. */
  site: string | null;
  decision: NonNullable<LogFilter['decision']> | '';
  action: NonNullable<LogFilter['action']> | '';
  period: Period;
  isThisChatOnly: boolean;
}

export const FIRST_VIEW: LogView = {
  shown: 'all',
  text: '',
  site: null,
  decision: '',
  action: '',
  period: 'all',
  isThisChatOnly: false,
};

/** Converts the user's choices to the filter of the list and its exports. Site, decision and action filter only changes by themselves. */
export function filterOf(view: LogView, chatId: string | null, sites: readonly string[]): LogFilter {
  const ofChanges = view.shown === 'changes';
  return {
    shown: view.shown,
    text: view.text,
    site: (ofChanges && (view.site ?? sites[0])) || null,
    decision: (ofChanges && view.decision) || null,
    action: (ofChanges && view.action) || null,
    sinceMs: periodStart(view.period, Date.now()),
    chatId: view.isThisChatOnly ? chatId : null,
  };
}

const DAYS_BEFORE_TODAY = { today: 0, week: 6 } as const;

/** Start of the period: the beginning of a day in the user's time zone; null for all time. */
export function periodStart(period: Period, nowMs: number): number | null {
  if (period === 'all') return null;
  const start = new Date(nowMs);
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - DAYS_BEFORE_TODAY[period]);
  return start.getTime();
}

interface LogFilterFieldsProps {
  view: LogView;
  filter: LogFilter;
  sites: readonly string[];
  /** False hides the filter for the current chat. */
  hasChat: boolean;
  onChange(view: LogView): void;
}

export function LogFilterFields({
  view,
  filter: { shown, site },
  sites,
  hasChat,
  onChange,
}: LogFilterFieldsProps) {
  const change = (changes: Partial<LogView>) => onChange({ ...view, ...changes });
  return (
    <>
      <Choice
        labelKey="log.list.level"
        options={wordsOfEach(SHOWN)}
        chosen={shown}
        onChoose={(chosen) => change({ shown: chosen })}
      />
      {site !== null && (
        <Choice
          labelKey="audit.sites.label"
          options={Object.fromEntries(sites.map((origin) => [origin, origin]))}
          chosen={site}
          onChoose={(chosen) => change({ site: chosen })}
        />
      )}
      <Field labelKey="log.list.search">
        <input type="search" value={view.text} onChange={(event) => change({ text: event.target.value })} />
      </Field>
      <Fold title="audit.filter.more">
        <div className="log-filter">
          {shown === 'changes' && (
            <>
              <Choice
                labelKey="audit.decision.label"
                options={wordsOfEach(DECISIONS)}
                chosen={view.decision}
                onChoose={(decision) => change({ decision })}
              />
              <Choice
                labelKey="audit.action.label"
                options={wordsOfEach(ACTIONS)}
                chosen={view.action}
                onChoose={(action) => change({ action })}
              />
            </>
          )}
          <Choice
            labelKey="audit.period.label"
            options={wordsOfEach(PERIODS)}
            chosen={view.period}
            onChoose={(period) => change({ period })}
          />
        </div>
        {hasChat && (
          <CheckBox
            className="log-tick"
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

/** The words of each label. */
export function wordsOfEach<Value extends string>(labels: Readonly<Record<Value, TextKey>>) {
  const words = Object.entries<TextKey>(labels).map(([value, label]) => [value, t(label)]);
  // The keys are those of `labels`, so the cast is safe.
  return Object.fromEntries(words) as Record<Value, string>;
}

function Field({ labelKey, children }: { labelKey: TextKey; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
    <label className="log-field">
      <span>{t(labelKey)}</span>
      {children}
    </label>
  );
}

interface ChoiceProps<Value extends string> {
  labelKey: TextKey;
  /** Words by value, in the order in which the values are offered. */
  options: Readonly<Record<Value, string>>;
  chosen: Value;
  /** Id of the element that describes the select, if there is one. */
  describedBy?: string;
  onChoose(value: Value): void;
}

/** Select with one labelled option for each value. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { options, chosen, onChoose } = props;
  return (
    <Field labelKey={props.labelKey}>
      <select
        value={chosen}
        aria-describedby={props.describedBy}
        // The options are the keys of `options`, so the cast is safe.
        onChange={(event) => onChoose(event.target.value as Value)}
      >
        {Object.entries<string>(options).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}
