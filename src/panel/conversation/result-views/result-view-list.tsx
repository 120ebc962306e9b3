import { Minus, Plus } from 'lucide-react';
import { assertNever } from '@/src/core/assert-never';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { NameGroupProvider } from '@/src/panel/kit/page-names/name-group';
import { NameText } from '@/src/panel/kit/page-names/name-text';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { isSaidText, type Said } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import type { ShownResult } from './read-result';
import './result-views.css';

/** UTF-16 units of a list of names before the rest is folded. */
const MAX_NAMES_CHARS = 10_000;

/** Maximum number of rows that are shown of a table or of a list of differences, and of names that a click can show on the page. */
const MAX_ROWS = 100;

/** Collapsible sections of a call's result; renders nothing if there are none. */
export function ResultViewList({ results }: { results: readonly ShownResult[] }) {
  if (results.length === 0) return null;
  return (
    <div className="result-views">
      {results.map((result) => (
        <details key={result.heading} className="result-view" open>
          <summary>
            <SignIcon result={result} />
            {result.heading}
          </summary>
          <NameGroupProvider>
            <ResultBody result={result} />
          </NameGroupProvider>
        </details>
      ))}
    </div>
  );
}

function SignIcon({ result }: { result: ShownResult }) {
  if (result.kind !== 'names' || result.sign === null) return null;
  const Icon = result.sign === 'added' ? Plus : Minus;
  return <Icon className="icon" data-sign={result.sign} aria-hidden="true" />;
}

function ResultBody({ result }: { result: ShownResult }) {
  switch (result.kind) {
    case 'names':
      return (
        <div className="data">
          <Names names={result.names} />
        </div>
      );
    case 'table':
      return <ResultTable titles={result.titles} rows={result.rows} />;
    case 'diff':
      return (
        <>
          <DifferenceList differences={result.differences.slice(0, MAX_ROWS)} />
          <More amount={result.differences.length - MAX_ROWS} />
        </>
      );
    default:
      return assertNever(result);
  }
}

/** Names, one per line. Only the first {@link MAX_ROWS} can be shown on the page. */
function Names({ names }: { names: readonly string[] }) {
  const rest = names.slice(MAX_ROWS);
  return (
    <>
      {names.slice(0, MAX_ROWS).map((name, index) => (
        // The index is a safe key: a stored result doesn't change. The name isn't one, since it may occur twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <p key={index} className="plain-text">
          <NameText text={name} />
        </p>
      ))}
      {rest.length > 0 && <FoldedText text={rest.join('\n')} maxChars={MAX_NAMES_CHARS} isSpelledOut />}
    </>
  );
}

function ResultTable({ titles, rows }: { titles: readonly string[]; rows: readonly (readonly Said[])[] }) {
  return (
    <>
      {/* A wide table scrolls on its own, also with the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="result-table" tabIndex={0} aria-label={t('conversation.result.table')}>
        <table>
          <thead>
            <tr>
              {titles.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map((cells, row) => (
              // The index is a safe key: a stored result doesn't change.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={titles[column]}>
                    {isSaidText(cell) ? <SaidWords said={cell} /> : <NameText text={cell} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <More amount={rows.length - MAX_ROWS} />
    </>
  );
}

/** Says how many entries are left out; unfolding the call shows them as data. */
function More({ amount }: { amount: number }) {
  return amount <= 0 ? null : <p className="meta">{t('conversation.result.more', { count: amount })}</p>;
}
