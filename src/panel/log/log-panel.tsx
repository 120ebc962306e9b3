import { Bug, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { logFileName, logLines } from '@/src/core/logging/log-lines';
import { sendCommand } from '@/src/panel/data/send-command';
import { query, useQuery } from '@/src/panel/data/stored-data';
import { Confirmed } from '@/src/panel/kit/confirmed';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import type { LogLevel } from '@/src/schema/values/log-level';
import type { LogSummary } from '@/src/store/queries';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { Choice, SearchField } from './entry-filter';
import { EntryList } from './entry-list';
import { EntryData, EntryRow } from './entry-row';
import { ExportButtons } from './export-buttons';

/** Labels for choosing a minimum level. */
const LEVEL_LABELS: Readonly<Record<LogLevel, TextKey>> = EXTENSION_SETTINGS.logLevel.choices;

/** The log: its level, entries, export and deletion. */
export function LogPanel() {
  const { error, perform, dismiss } = useCommands();
  const { value: level, choose } = useExtensionSetting('logLevel');
  const noteId = useId();
  return (
    <>
      <div className="sheet-body">
        <DismissibleError error={error} onDismiss={dismiss} />
        <div className="log">
          {level !== null && (
            <Choice
              labelKey={EXTENSION_SETTINGS.logLevel.label}
              labels={LEVEL_LABELS}
              chosen={level}
              describedBy={noteId}
              onChoose={(chosen) =>
                choose(chosen, () => sendCommand({ type: 'set-log-level', level: chosen }))
              }
            />
          )}
          <p id={noteId} className={level === 'debug' ? 'log-warning' : 'secondary'} role="status">
            {i18n.t(level === 'debug' ? 'log.level.debugWarning' : 'log.level.note')}
          </p>
        </div>
        <LogList />
      </div>
      <footer className="sheet-footer">
        <ExportButtons exports={[{ labelKey: 'log.export.log', make: logFile }]} />
        <Confirmed
          label={i18n.t('log.clear.open')}
          question={i18n.t('log.clear.question')}
          action={i18n.t('log.clear.action')}
          onConfirm={() => void perform(() => sendCommand({ type: 'clear-log' }))}
        />
      </footer>
    </>
  );
}

async function logFile(nowMs: number) {
  const entries = await query(({ allLogEntries }) => allLogEntries());
  return { name: logFileName(entries, nowMs), mediaType: 'application/jsonl', content: logLines(entries) };
}

function LogList() {
  const [level, setLevel] = useState<LogLevel>('debug');
  const [text, setText] = useState('');
  return (
    <EntryList
      label={i18n.t('log.list.label')}
      filter={
        <div className="log-filter">
          <SearchField text={text} onChange={setText} />
          <Choice labelKey="log.list.level" labels={LEVEL_LABELS} chosen={level} onChoose={setLevel} />
        </div>
      }
      filterValues={[level, text]}
      isFiltered={level !== 'debug' || text.trim() !== ''}
      empty="log.list.empty"
      read={({ newestLogEntries }, limit) => newestLogEntries({ level, text, limit })}
    >
      {(entry) => <LogRow key={entry.id} entry={entry} />}
    </EntryList>
  );
}

type Tone = ComponentProps<typeof EntryRow>['tone'];

const LEVELS: Readonly<Record<LogLevel, { icon: LucideIcon; label: TextKey; tone: Tone }>> = {
  error: { icon: CircleX, label: 'log.level.error', tone: 'failed' },
  warning: { icon: TriangleAlert, label: 'log.level.warning', tone: 'waiting' },
  info: { icon: Info, label: 'log.level.info', tone: 'plain' },
  debug: { icon: Bug, label: 'log.level.debug', tone: 'plain' },
};

function LogRow({ entry }: { entry: LogSummary }) {
  const { id, atMs, level, topic, message, hasData } = entry;
  const { icon, label, tone } = LEVELS[level];
  return (
    <EntryRow
      icon={icon}
      tone={tone}
      title={<ForeignText text={message} />}
      atMs={atMs}
      facts={
        <>
          {i18n.t(label)} · <code>{topic}</code>
        </>
      }
      details={hasData ? () => <LogData id={id} /> : null}
    />
  );
}

function LogData({ id }: { id: number }) {
  const data = useQuery((queries) => queries.logData(id), [id]);
  return data === undefined ? null : <EntryData text={JSON.stringify(data, null, 2)} />;
}
