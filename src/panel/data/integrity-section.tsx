import { useState } from 'react';
import type { IntegrityReport } from '@/src/core/records/integrity-report';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { useQuery } from '../link/stored-data';
import { ForeignText } from '../text/foreign-text';
import { findingTexts } from './finding-texts';

/** Checks that the stored rows fit together, and lists what doesn't: now, and when the worker started. */
export function IntegritySection({ perform }: { perform: Perform }) {
  const [report, setReport] = useState<IntegrityReport | null>(null);
  const unseen = useQuery((queries) => queries.unseenFindings(), []) ?? null;
  const check = () => void perform(async () => setReport(await sendCommand({ type: 'check-data' })));
  const acknowledge = () => void perform(() => sendCommand({ type: 'acknowledge-findings' }));
  return (
    <section aria-label="Check">
      <h3>Check</h3>
      {unseen !== null && (
        <div className="card note-card">
          <p>Found when Steward started. Nothing was deleted.</p>
          <Findings texts={findingTexts(unseen)} />
          <div className="button-row">
            <button type="button" onClick={acknowledge}>
              Don’t show again
            </button>
          </div>
        </div>
      )}
      <div className="button-row">
        <button type="button" onClick={check}>
          Check data
        </button>
      </div>
      {report !== null && <Findings texts={findingTexts(report)} />}
    </section>
  );
}

function Findings({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="data-findings" aria-live="polite">
      {texts.map((text) => (
        <li key={text}>
          <ForeignText text={text} />
        </li>
      ))}
    </ul>
  );
}
