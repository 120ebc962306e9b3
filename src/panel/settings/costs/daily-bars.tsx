import { type ReactNode, useMemo, useState } from 'react';
import { type Amount, type DailyUsage, type UsageByDay, usageByDay } from '@/src/core/usage/usage-by-day';
import { useQuery } from '@/src/panel/data/stored-data';
import { Fold } from '@/src/panel/kit/fold';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TitledSection } from '@/src/panel/kit/titled-section';
import { t } from '@/src/texts/i18n';
import { inLanguage } from '@/src/texts/intl';
import { costText, tokensText } from './usage-text';

const DAYS = 30;

/** A day as `20 Nov`. */
const dayFormat = inLanguage(
  (locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short' }),
);

/** The beginnings of the last days in the user's time zone, with today. Days have 23 to 25 hours. */
function lastDays(nowMs: number): [first: number, ...later: number[]] {
  const now = new Date(nowMs);
  const start = (back: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - back).getTime();
  return [start(DAYS - 1), ...Array.from({ length: DAYS - 1 }, (_, day) => start(DAYS - 2 - day))];
}

/**
 * The use of the last days: a row of bars for all models and for each of the biggest, on one scale, and the same as a table. Renders
 * nothing if nothing was used.
 */
export function DailyBars() {
  const [dayStarts] = useState(() => lastDays(Date.now()));
  const [firstMs] = dayStarts;
  const entries = useQuery((queries) => queries.usageSince(firstMs), [firstMs]);
  const usage = useMemo(() => entries && usageByDay(entries, dayStarts), [entries, dayStarts]);
  if (usage === undefined || usage.models.length === 0) return null;
  const { unit, all, models } = usage;
  const scale = { unit, most: Math.max(...all.days.map(({ value }) => value)) };
  return (
    <TitledSection heading="costs.days.title" className="daily-bars">
      {models.length > 1 && <BarRow name={t('costs.days.all')} row={all} {...scale} />}
      {models.map((row) => (
        <BarRow key={row.model ?? ''} name={nameOf(row)} row={row} {...scale} />
      ))}
      <p className="bars-line meta">
        <span>{dayFormat().format(firstMs)}</span> <span>{dayFormat().format(dayStarts.at(-1))}</span>
      </p>
      <Fold title="costs.days.table">
        <DayTable usage={usage} />
      </Fold>
    </TitledSection>
  );
}

interface BarRowProps {
  name: ReactNode;
  row: DailyUsage;
  unit: UsageByDay['unit'];
  /** The amount of the highest bar. */
  most: number;
}

function BarRow({ name, row, unit, most }: BarRowProps) {
  return (
    <div>
      <p className="bars-line">
        <span>{name}</span> <span>{amountText(unit, row.total)}</span>
      </p>
      <div className="day-bars" aria-hidden="true">
        {row.days.map(({ startMs, requests, value }) => (
          <i
            key={startMs}
            data-used={requests > 0}
            style={{ height: `${(100 * value) / (most || 1)}%` }} // Without known amounts, all bars are lowest.
          />
        ))}
      </div>
    </div>
  );
}

/** The days that were used, newest first; each with its models if there are several. */
function DayTable({ usage: { unit, all, models } }: { usage: UsageByDay }) {
  const usedDays = all.days.toReversed().filter(({ requests }) => requests > 0);
  return (
    <table className="usage">
      <tbody>
        {usedDays.map((day) => (
          <tr key={day.startMs}>
            <th scope="row">
              {dayFormat().format(day.startMs)}{' '}
              <span className="meta">· {t('counts.requests', { count: day.requests })}</span>
              {models.length > 1 &&
                models.map((row) =>
                  row.days
                    .filter(({ startMs, requests }) => startMs === day.startMs && requests > 0)
                    .map((amount) => (
                      <p className="meta" key={row.model ?? ''}>
                        {nameOf(row)} · {amountText(unit, amount)}
                      </p>
                    )),
                )}
            </th>
            <td>{amountText(unit, day)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function nameOf({ model }: DailyUsage): ReactNode {
  return model === null ? t('costs.days.others') : <ForeignText text={model} />;
}

function amountText(unit: UsageByDay['unit'], { value, isLowerBound, isAbout }: Amount): string {
  if (value === 0 && isLowerBound) return t('costs.table.unknown');
  if (unit === 'dollars') return costText({ dollars: value, isLowerBound, isAbout });
  return isLowerBound ? t('costs.atLeast', { amount: tokensText(value) }) : tokensText(value);
}
