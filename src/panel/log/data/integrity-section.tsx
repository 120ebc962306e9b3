import { useState } from 'react';
import type { IntegrityReport, StrayRows } from '@/src/core/records/integrity-report';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import { useSend } from '@/src/panel/data/use-send';
import { withProgress } from '@/src/panel/data/with-progress';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { useTask } from '@/src/panel/kit/progress/use-task';
import { Paragraph } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import { TitledSection } from '@/src/panel/kit/titled-section';
import { type SaidText, say } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';

/** Checks the stored rows for consistency on request, and lists the findings, and those of the check at the worker's start. */
export function IntegritySection() {
  const { task, run, cancel } = useTask();
  const send = useSend();
  const [report, setReport] = useState<IntegrityReport | null>(null);
  const unseen = useQuery((queries) => queries.unseenFindings(), []) ?? null;
  const check = () =>
    void run(t('data.check.running'), async (tools) => {
      const found = await withProgress(null, tools.onChats, () => sendCommand({ type: 'check-data' }));
      if (!tools.signal.aborted) setReport(found);
    });
  const acknowledge = () => void send({ type: 'acknowledge-findings' });
  return (
    <TitledSection heading="data.check.label">
      {unseen !== null && (
        <div className="card note-card">
          <Paragraph text="data.check.foundAtStart" />
          <Findings texts={findingTexts(unseen)} />
          <div className="button-row">
            <TextButton text="data.check.acknowledge" onClick={acknowledge} />
          </div>
        </div>
      )}
      <div className="button-row">
        <TextButton text="data.check.action" aria-disabled={task !== null} onClick={check} />
      </div>
      <TaskNote task={task} onCancel={cancel} />
      {report !== null && <Findings texts={findingTexts(report)} />}
    </TitledSection>
  );
}

function Findings({ texts }: { texts: readonly SaidText[] }) {
  return (
    <ul className="data-findings" aria-live="polite">
      {texts.map((text) => (
        <li key={wordsOf(text)}>
          <SaidWords said={text} />
        </li>
      ))}
    </ul>
  );
}

/** The findings of a check, one sentence each. If there are none, a sentence that says so. */
function findingTexts({ recoveredChats, chatsWithoutRun, strayRows }: IntegrityReport): SaidText[] {
  const found = [
    ...recoveredChats.map(({ chatId, rows }) =>
      say('data.findings.recovered', { count: rows, chat: chatId }),
    ),
    ...chatsWithoutRun.map(({ title }) => say('data.findings.chatWithoutRun', { title })),
    ...strayRows.map(strayRowsText),
  ];
  return found.length === 0 ? [say('data.findings.none')] : found;
}

function strayRowsText({ table, missing, chatId: chat, rows }: StrayRows): SaidText {
  return chat === null
    ? say(`data.findings.without.${missing}`, { count: rows, table })
    : say(`data.findings.inChatWithout.${missing}`, { count: rows, table, chat });
}
