import { countChanges, leftOutCount } from '@/src/core/context/bound-changes';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { Change } from '@/src/schema/change';
import type { JsonObject } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

/** Folded list of the page changes that a message reported to the assistant; renders nothing if there are none. */
export function ReportedChanges({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  const amount = countChanges(changes);
  return (
    <details>
      <summary>{t('conversation.changes.reported', { count: amount })}</summary>
      <ul className="data">
        {changes.map((change) => (
          <li key={`${change.timestamp} ${JSON.stringify(change)}`}>
            <SaidWords said={changeText(change)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function changeText(change: Change): Said {
  const leftOut = leftOutCount(change);
  const { type, timestamp: _timestamp, ...fields } = change;
  if (leftOut !== null) {
    const { of, count: _count, read_with: _tool, ...group } = fields;
    return say('conversation.changes.more', {
      count: leftOut,
      change: fieldsText(String(of), group),
    });
  }
  return fieldsText(type, fields);
}

function fieldsText(type: string, fields: JsonObject): string {
  const values = Object.values(fields).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return [type.replaceAll('_', ' '), ...values].join(' · ');
}
