import { useState } from 'react';
import type { IntegrityReport } from '@/src/core/records/integrity-report';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { count } from '../text/count';
import { ForeignText } from '../text/foreign-text';

/** Checks that the stored rows fit together, and lists what doesn't. */
export function IntegritySection({ perform }: { perform: Perform }) {
  const [report, setReport] = useState<IntegrityReport | null>(null);
  const check = () => void perform(async () => setReport(await sendCommand({ type: 'check-data' })));
  return (
    <section aria-label="Check">
      <h3>Check</h3>
      <div className="button-row">
        <button type="button" onClick={check}>
          Check data
        </button>
      </div>
      {report !== null && (
        <ul className="data-findings" aria-live="polite">
          {findings(report).map((text) => (
            <li key={text}>
              <ForeignText text={text} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function findings({ recoveredChats, chatsWithoutRun, strayRows }: IntegrityReport): string[] {
  const found = [
    ...recoveredChats.map(
      ({ chatId, rows }) =>
        `${count(rows, 'row')} without a chat are in a chat named “Recovered chat” now (${chatId}).`,
    ),
    ...chatsWithoutRun.map(
      ({ title }) => `The last run of “${title}” is missing: its messages can be read, not continued.`,
    ),
    ...strayRows.map(({ table, rows }) => `${count(rows, 'row')} of ${table} without a message; kept.`),
  ];
  return found.length === 0 ? ['Everything fits together.'] : found;
}
