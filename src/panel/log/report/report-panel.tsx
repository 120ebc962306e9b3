import { useState } from 'react';
import { bugs } from '@/package.json';
import { fileStamp } from '@/src/core/logging/file-names';
import { membersText, reportText } from '@/src/core/logging/report-text';
import type { ProblemReport, ReportPart } from '@/src/core/records/problem-report';
import { sendCommand } from '@/src/panel/data/send-command';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { Fold } from '@/src/panel/kit/fold';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { CopyButton } from '@/src/panel/kit/text/copy-button';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { useDebouncedRequest } from '@/src/panel/kit/use-debounced-request';
import type { Json } from '@/src/schema/values/json';
import { t } from '@/src/texts/i18n';
import '../data/data.css';

/** UTF-16 units of a text before the rest is folded. */
const MAX_SHOWN_CHARS = 10_000;

/** A report of a problem, as a file and as the text of an issue. Steward sends neither. `chatId`: the shown chat; null if there is none. */
export function ReportPanel({ chatId }: { chatId: string | null }) {
  const { response } = useDebouncedRequest(chatId ?? '', 0, () =>
    sendCommand({ type: 'report-problem', chatId }),
  );
  // The key resets the choice of parts when the panel shows another chat.
  if (response?.ok === true) return <Report key={response.subject} {...response.output} />;
  return (
    <div className="sheet-body">
      {response === null ? <SecondaryText text="report.collecting" /> : <ErrorCard error={response.error} />}
    </div>
  );
}

function Report({ facts, content, issue }: ProblemReport) {
  const [chosen, setChosen] = useState<readonly ReportPart[]>([]);
  const entries = Object.entries(content) as [ReportPart, Json][];
  const parts = entries.map(([part, value]) => ({
    part,
    label: t(`report.part.${part}`),
    members: { [part]: value },
    isChosen: chosen.includes(part),
  }));
  const save = () => {
    const added = parts.filter(({ isChosen }) => isChosen).map(({ members }) => members);
    const name = `steward-report_${fileStamp(Date.now())}.json`;
    saveFile(name, 'application/json', reportText([facts, ...added]));
  };
  return (
    <>
      <div className="sheet-body data-panel">
        <SecondaryText text="report.explanation" />
        {parts.map(({ part, label, members, isChosen }) => (
          <section key={part}>
            <CheckBox
              className="check-field"
              isOn={isChosen}
              onChange={() =>
                setChosen(isChosen ? chosen.filter((other) => other !== part) : [...chosen, part])
              }
            >
              <span className="choice-text">{label}</span>
            </CheckBox>
            {isChosen && <Preview label={label} text={membersText(members)} />}
          </section>
        ))}
        <Fold title="report.facts">
          <Preview label={t('report.facts')} text={membersText(facts)} />
        </Fold>
        <section>
          <h3>{t('report.issue')}</h3>
          <Preview label={t('report.issue')} text={issue.body} />
          <div className="button-row">
            <CopyButton what="issue" text={() => issue.body} />
            <a href={`${bugs}/new?${new URLSearchParams(issue)}`} target="_blank" rel="noreferrer">
              {t('report.openIssue')}
            </a>
          </div>
        </section>
      </div>
      <footer className="sheet-footer">
        <TextButton text="report.save" className="primary" onClick={save} />
      </footer>
    </>
  );
}

/** The text as it is in the file or the issue, in a box that also scrolls by keyboard. */
function Preview({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls needs the focus for the arrow keys.
    <section className="data" lang="en" tabIndex={0} aria-label={label}>
      <FoldedText text={text} maxChars={MAX_SHOWN_CHARS} isSpelledOut />
    </section>
  );
}
