import { useState } from 'react';
import type { IntegrityReport } from '@/src/core/records/integrity-report';
import { i18n } from '@/src/texts/i18n';
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
    <section aria-label={i18n.t('data.check.label')}>
      <h3>{i18n.t('data.check.label')}</h3>
      {unseen !== null && (
        <div className="card note-card">
          <p>{i18n.t('data.check.foundAtStart')}</p>
          <Findings texts={findingTexts(unseen)} />
          <div className="button-row">
            <button type="button" onClick={acknowledge}>
              {i18n.t('data.check.acknowledge')}
            </button>
          </div>
        </div>
      )}
      <div className="button-row">
        <button type="button" onClick={check}>
          {i18n.t('data.check.action')}
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
