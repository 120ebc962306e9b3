import { Bug, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { StewardError } from '@/src/core/errors';
import { logFileName, logLines } from '@/src/core/logging/log-lines';
import { toolCallsFileName, toolCallsMarkdown } from '@/src/core/logging/tool-calls-markdown';
import { sendCommand } from '@/src/panel/data/send-command';
import { query, useQuery } from '@/src/panel/data/stored-data';
import { Confirmed } from '@/src/panel/kit/confirmed';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { TaskButton } from '@/src/panel/kit/progress/task-button';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { type TaskTools, useTask } from '@/src/panel/kit/progress/use-task';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { formatDayAndTime } from '@/src/panel/kit/text/format-time';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import type { LogLevel } from '@/src/schema/values/log-level';
import type { LogSummary } from '@/src/store/queries';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { Choice, countText, EntryData, EntryList, SearchField } from './entry-list';

/** Most entries shown; a longer list would be slow. */
const MAX_SHOWN = 500;

/** Labels of a minimum level. */
const LEVEL_LABELS: Readonly<Record<LogLevel, TextKey>> = EXTENSION_SETTINGS.logLevel.choices;

/** The log: its level, entries, export and deletion. `chatId`: the chat whose tool calls can be exported. */
export function LogPanel({ chatId }: { chatId: string | null }) {
  const { error, perform, dismiss } = useCommands();
  const { value: level, choose } = useExtensionSetting('logLevel');
  const exports = useTask();
  const noteId = useId();
  return (
    <>
      <div className="sheet-body">
        <DismissibleError error={error} onDismiss={dismiss} />
        <div className="log-level">
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
        <Confirmed
          label={i18n.t('log.clear.open')}
          question={i18n.t('log.clear.question')}
          action={i18n.t('log.clear.action')}
          onConfirm={() => void perform(() => sendCommand({ type: 'clear-log' }))}
        >
          <TaskButton
            tasks={exports}
            labelKey="log.export.log"
            running="log.export.runningLog"
            work={exportLog}
          />
          <TaskButton
            tasks={exports}
            labelKey="log.export.toolCalls"
            running="log.export.runningToolCalls"
            isDisabled={chatId === null}
            work={(tools) => exportToolCalls(chatId, tools)}
          />
        </Confirmed>
        <TaskNote task={exports.task} onCancel={exports.cancel} />
      </footer>
    </>
  );
}

/** The log as a live list, newest first, with filters for level and text. */
function LogList() {
  const [level, setLevel] = useState<LogLevel>('debug');
  const [text, setText] = useState('');
  const found = useQuery(
    (queries) => queries.newestLogEntries({ level, text, limit: MAX_SHOWN }),
    [level, text],
  );
  const isFiltered = level !== 'debug' || text.trim() !== '';
  return (
    <section className="log" aria-label={i18n.t('log.list.label')}>
      <div className="log-filter">
        <SearchField text={text} onChange={setText} />
        <Choice labelKey="log.list.level" labels={LEVEL_LABELS} chosen={level} onChoose={setLevel} />
      </div>
      {found !== undefined && (
        <EntryList note={foundText(found.entries.length, found.isCut, isFiltered)}>
          {found.entries.map((entry) => (
            <LogRow key={entry.id} entry={entry} />
          ))}
        </EntryList>
      )}
    </section>
  );
}

/** The number of listed entries, in a sentence. */
export function foundText(shown: number, isCut: boolean, isFiltered: boolean): string {
  const newest = isFiltered ? 'log.list.newestFound' : 'log.list.newest';
  const cut = isCut ? i18n.t(newest, shown, [formatNumber(shown)]) : null;
  return countText(shown, isFiltered, 'log.list.empty', cut);
}

async function exportLog({ signal }: TaskTools): Promise<void> {
  const entries = await query(({ allLogEntries }) => allLogEntries());
  signal.throwIfAborted();
  saveFile(logFileName(entries, Date.now()), 'application/jsonl', logLines(entries));
}

async function exportToolCalls(chatId: string | null, { signal }: TaskTools): Promise<void> {
  const record = chatId === null ? null : await query(({ sessionRecordOf }) => sessionRecordOf(chatId));
  if (record === null) {
    throw new StewardError('not-found', i18n.t('log.export.chatGone'), {
      remedy: i18n.t('log.export.chatGoneRemedy'),
    });
  }
  signal.throwIfAborted();
  const now = Date.now();
  saveFile(toolCallsFileName(now), 'text/markdown', toolCallsMarkdown(record, now));
}

const LEVELS: Readonly<Record<LogLevel, readonly [LucideIcon, label: TextKey]>> = {
  error: [CircleX, 'log.level.error'],
  warning: [TriangleAlert, 'log.level.warning'],
  info: [Info, 'log.level.info'],
  debug: [Bug, 'log.level.debug'],
};

/** One log entry: message, time, level and topic. Unfolding it shows its data. */
function LogRow({ entry }: { entry: LogSummary }) {
  const { id, atMs, level, topic, message, hasData } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const [Icon, label] = LEVELS[level];
  return (
    <li className="log-row" data-level={level}>
      <Icon className="icon" aria-hidden="true" />
      <div className="log-entry">
        <p>
          <ForeignText text={message} />
        </p>
        <p className="meta">
          <time dateTime={new Date(atMs).toISOString()}>{formatDayAndTime(atMs)}</time> · {i18n.t(label)} ·{' '}
          <code>{topic}</code>
        </p>
        {hasData && (
          <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
            <summary className="secondary">{i18n.t('log.list.data')}</summary>
            {isOpen && <LogData id={id} />}
          </details>
        )}
      </div>
    </li>
  );
}

function LogData({ id }: { id: number }) {
  const data = useQuery((queries) => queries.logData(id), [id]);
  return data === undefined ? null : <EntryData text={JSON.stringify(data, null, 2)} />;
}
