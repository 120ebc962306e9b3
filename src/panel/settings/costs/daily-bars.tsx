import { useMemo, useState } from 'react';
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
  if (usage === undefined || usage.all.total.requests === 0) return null;
  const { all, models } = usage;
  const most = Math.max(...all.days.map(({ value }) => value));
  const isSingle = models.length === 1;
  return (
    <TitledSection heading="costs.days.title" className="daily-bars">
      {(isSingle ? models : [all, ...models]).map((row) => (
        <div key={keyOf(row, usage)}>
          <p className="bars-line">
            <RowName row={row} usage={usage} /> <span>{amountText(usage, row.total)}</span>
          </p>
          <div className="day-bars" aria-hidden="true">
            {row.days.map((amount, day) => (
              <i
                key={dayStarts[day]}
                data-used={amount.requests > 0}
                style={{ height: `${(100 * amount.value) / (most || 1)}%` }} // Without known amounts, all bars are lowest.
              />
            ))}
          </div>
        </div>
      ))}
      <p className="bars-line meta">
        <span>{dayFormat().format(firstMs)}</span>{' '}
        <span>{dayFormat().format(dayStarts.at(-1) ?? firstMs)}</span>
      </p>
      <Fold title="costs.days.table">
        <DayTable usage={usage} dayStarts={dayStarts} />
      </Fold>
    </TitledSection>
  );
}

/** The days that were used, newest first; each with its models if there are several. */
function DayTable({ usage, dayStarts }: { usage: UsageByDay; dayStarts: readonly number[] }) {
  const { all, models } = usage;
  const days = dayStarts.map((startMs, day) => ({ startMs, day, amount: all.days[day] }));
  return (
    <table className="usage">
      <tbody>
        {days.toReversed().map(
          ({ startMs, day, amount }) =>
            amount !== undefined &&
            amount.requests > 0 && (
              <tr key={startMs}>
                <th scope="row">
                  {dayFormat().format(startMs)}{' '}
                  <span className="meta">· {t('counts.requests', { count: amount.requests })}</span>
                  {models.length > 1 &&
                    models.map(
                      (row) =>
                        row.days[day] !== undefined &&
                        row.days[day].requests > 0 && (
                          <p className="meta" key={keyOf(row, usage)}>
                            <RowName row={row} usage={usage} /> · {amountText(usage, row.days[day])}
                          </p>
                        ),
                    )}
                </th>
                <td>{amountText(usage, amount)}</td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}

/** No model has an empty name. */
function keyOf(row: DailyUsage, { all }: UsageByDay): string {
  return row.model === null ? (row === all ? ' all' : ' others') : row.model;
}

function RowName({ row, usage }: { row: DailyUsage; usage: UsageByDay }) {
  if (row.model !== null) return <ForeignText text={row.model} />;
  return t(row === usage.all ? 'costs.days.all' : 'costs.days.others');
}

function amountText({ unit }: UsageByDay, { value, isLowerBound, isAbout }: Amount): string {
  if (value === 0 && isLowerBound) return t('costs.table.unknown');
  if (unit === 'dollars') return costText({ dollars: value, isLowerBound, isAbout });
  return isLowerBound ? t('costs.atLeast', { amount: tokensText(value) }) : tokensText(value);
}
