import { memo } from 'react';
import type { Change } from '@/src/core/adapter/adapter-definition';
import { countChanges, leftOutCount } from '@/src/core/context/bound-changes';
import type { JsonObject } from '@/src/core/json';
import { count } from '../text/count';
import { formatTime } from '../text/format-time';

interface UserMessageProps {
  text: string;
  createdAtMs: number;
  changes: readonly Change[];
}

/** What the person said, and what they did on the page before they said it. */
export const UserMessage = memo(
  function UserMessage({ text, createdAtMs, changes }: UserMessageProps) {
    return (
      <div className="user-message">
        <p className="bubble plain-text">{text}</p>
        <div className="meta">
          {changes.length > 0 && (
            <details>
              <summary>told of {count(countChanges(changes), 'change')} on the page</summary>
              <ul className="data">
                {changes.map((change) => (
                  <li key={`${change.timestamp} ${JSON.stringify(change)}`}>{changeText(change)}</li>
                ))}
              </ul>
            </details>
          )}
          <time dateTime={new Date(createdAtMs).toISOString()}>{formatTime(createdAtMs)}</time>
        </div>
      </div>
    );
  },
  // A message never changes once it is in the record.
  (before, after) => before.text === after.text && before.createdAtMs === after.createdAtMs,
);

function changeText(change: Change): string {
  const leftOut = leftOutCount(change);
  const { type, timestamp: _timestamp, ...fields } = change;
  if (leftOut !== null) {
    const { of, count: _count, read_with: _tool, ...group } = fields;
    return `${count(leftOut, 'more', 'more')}: ${fieldsText(String(of), group)}`;
  }
  return fieldsText(type, fields);
}

function fieldsText(type: string, fields: JsonObject): string {
  const values = Object.values(fields).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return [type.replaceAll('_', ' '), ...values].join(' · ');
}
