import { memo } from 'react';
import type { Change } from '@/src/core/adapter/adapter-definition';
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
              <summary>told of {count(changes.length, 'change')} on the page</summary>
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

function changeText({ type, timestamp: _timestamp, ...fields }: Change): string {
  const values = Object.values(fields).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return [type.replaceAll('_', ' '), ...values].join(' · ');
}
