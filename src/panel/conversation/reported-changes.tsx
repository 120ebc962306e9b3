import { countChanges, leftOutCount } from '@/src/core/context/bound-changes';
import type { JsonObject } from '@/src/core/json';
import type { Change } from '@/src/core/records/change';
import { count, countOf } from '../text/count';
import { ForeignText } from '../text/foreign-text';

/** The page changes that a message reported to the assistant, folded. Nothing if there are none. */
export function ReportedChanges({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>reported {count(countChanges(changes), 'change')} on the page</summary>
      <ul className="data">
        {changes.map((change) => (
          <li key={`${change.timestamp} ${JSON.stringify(change)}`}>
            <ForeignText text={changeText(change)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function changeText(change: Change): string {
  const leftOut = leftOutCount(change);
  const { type, timestamp: _timestamp, ...fields } = change;
  if (leftOut !== null) {
    const { of, count: _count, read_with: _tool, ...group } = fields;
    return `${countOf(leftOut, 'more', 'more')}: ${fieldsText(String(of), group)}`;
  }
  return fieldsText(type, fields);
}

function fieldsText(type: string, fields: JsonObject): string {
  const values = Object.values(fields).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return [type.replaceAll('_', ' '), ...values].join(' · ');
}
