import { Bug, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { logFileName, logLines } from '@/src/core/logging/log-lines';
import { sendCommand } from '@/src/panel/data/send-command';
import { type Queries, query, useQuery } from '@/src/panel/data/stored-data';
import { useSend } from '@/src/panel/data/use-send';
import { Confirmed } from '@/src/panel/kit/confirmed';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { ManagedSetting } from '@/src/panel/kit/fields/managed-fields';
import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import type { AuditEntry } from '@/src/schema/audit';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import type { LogLevel } from '@/src/schema/values/log-level';
import type { TextKey } from '@/src/schema/values/said';
import type { LogSummary } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { AuditRow } from './audit/audit-row';
import { Choice, SearchField } from './entry-filter';
import { EntryList } from './entry-list';
import { EntryData, EntryRow } from './entry-row';
import { ExportButtons } from './export-buttons';

/** Labels for choosing a minimum level. */
const LEVEL_LABELS: Readonly<Record<LogLevel, TextKey>> = EXTENSION_SETTINGS.logLevel.choices;

/** The choices of the list: everything, changes of one site's pages, or steps from a level on. */
type Shown = 'all' | 'changes' | LogLevel;

const SHOWN: Readonly<Record<Shown, TextKey>> = {
  all: 'log.list.all',
  changes: 'log.list.changes',
  ...LEVEL_LABELS,
};

// Loaded when it is chosen, to keep the sheet's chunk small.
const AuditPanel = lazyComponent(async () => (await import('./audit/audit-panel')).AuditPanel);

interface LogPanelProps {
  /** The chat that the panel shows; null if there is none. */
  chatId: string | null;
}

/** One list of what Steward did, and of how it changed pages. The changes of a site can be shown by themselves, and verified. */
export function LogPanel({ chatId }: LogPanelProps) {
  const [shown, setShown] = useState<Shown>('all');
  return (
    <>
      <div className="log-shown">
        <Choice labelKey="log.list.level" labels={SHOWN} chosen={shown} onChoose={setShown} />
      </div>
      {shown === 'changes' ? (
        <AuditPanel chatId={chatId} />
      ) : (
        <Entries chatId={chatId} level={shown === 'all' ? null : shown} />
      )}
    </>
  );
}

interface EntriesProps extends LogPanelProps {
  /** Null for everything. */
  level: LogLevel | null;
}

/** The list with its export and deletion, and the level from which on steps are kept. */
function Entries({ chatId, level }: EntriesProps) {
  const send = useSend();
  return (
    <>
      <div className="sheet-body">
        <CommandErrorCard />
        <LogList chatId={chatId} level={level} />
      </div>
      <footer className="sheet-footer">
        <KeptLevel />
        <div className="log-acts">
          <ExportButtons exports={[{ labelKey: 'log.export.log', make: logFile }]} />
          <Confirmed
            label={t('log.clear.open')}
            question={t('log.clear.question')}
            action="log.clear.action"
            onConfirm={() => void send({ type: 'clear-log' })}
          />
        </div>
      </footer>
    </>
  );
}

/** The choice of the least severe level that is kept. */
function KeptLevel() {
  const { value: level, choose } = useExtensionSetting('logLevel');
  const noteId = useId();
  return (
    <div className="log log-kept">
      {level !== null && (
        <ManagedSetting name="logLevel">
          <Choice
            labelKey={EXTENSION_SETTINGS.logLevel.label}
            labels={LEVEL_LABELS}
            chosen={level}
            describedBy={noteId}
            onChoose={(chosen) => choose(chosen, () => sendCommand({ type: 'set-log-level', level: chosen }))}
          />
        </ManagedSetting>
      )}
      <p id={noteId} className={level === 'debug' ? 'log-warning' : 'secondary'} role="status">
        {t(level === 'debug' ? 'log.level.debugWarning' : 'log.level.note')}
      </p>
    </div>
  );
}

async function logFile(nowMs: number) {
  const entries = await query(({ allLogEntries }) => allLogEntries());
  return { name: logFileName(entries, nowMs), mediaType: 'application/jsonl', content: logLines(entries) };
}

function LogList({ chatId, level }: EntriesProps) {
  const [text, setText] = useState('');
  return (
    <EntryList
      label={t('log.list.label')}
      filter={<SearchField text={text} onChange={setText} />}
      filterValues={[level, text]}
      // Every step is at least as severe as debug.
      isFiltered={(level !== null && level !== 'debug') || text.trim() !== ''}
      empty="log.list.empty"
      read={(queries, limit) => readEntries(queries, { level, text, limit })}
    >
      {(noted) =>
        noted.kind === 'log' ? (
          <LogRow key={noted.entry.id} entry={noted.entry} />
        ) : (
          <AuditRow key={noted.entry.id} entry={noted.entry} chatId={chatId} />
        )
      }
    </EntryList>
  );
}

async function readEntries(
  queries: Queries,
  { level, text, limit }: { level: LogLevel | null; text: string; limit: number },
): Promise<{ entries: NotedEntry[]; isCut: boolean }> {
  if (level === null) return newestEntries(queries, text, limit);
  const { entries, isCut } = await queries.newestLogEntries({ level, text, limit });
  return { entries: entries.map((entry) => ({ kind: 'log', entry })), isCut };
}

type Tone = ComponentProps<typeof EntryRow>['tone'];

const LEVELS: Readonly<Record<LogLevel, { icon: LucideIcon; tone: Tone }>> = {
  error: { icon: CircleX, tone: 'failed' },
  warning: { icon: TriangleAlert, tone: 'waiting' },
  info: { icon: Info, tone: 'plain' },
  debug: { icon: Bug, tone: 'plain' },
};

function LogRow({ entry }: { entry: LogSummary }) {
  const { id, atMs, level, topic, message, hasData } = entry;
  return (
    <EntryRow
      {...LEVELS[level]}
      title={
        <span lang="en">
          <ForeignText text={message} />
        </span>
      }
      atMs={atMs}
      facts={
        <>
          {t(`log.level.${level}`)} · <code>{topic}</code>
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

/** An entry of the list: a step of Steward, or a change of a page. */
type NotedEntry = { kind: 'log'; entry: LogSummary } | { kind: 'change'; entry: AuditEntry };

/** The newest steps and changes of pages of all sites that contain the text, newest first; at most `limit`. */
async function newestEntries(
  { newestLogEntries, audits }: Queries,
  text: string,
  limit: number,
): Promise<{ entries: NotedEntry[]; isCut: boolean }> {
  const filter = { text, decision: null, action: null, sinceMs: null, chatId: null };
  const [steps, ...changes] = await Promise.all([
    newestLogEntries({ level: 'debug', text, limit }),
    ...(await audits.origins()).map((origin) => audits.newest(origin, filter, limit)),
  ]);
  const all: NotedEntry[] = [
    ...steps.entries.map((entry) => ({ kind: 'log' as const, entry })),
    ...changes.flatMap(({ entries }) => entries.map((entry) => ({ kind: 'change' as const, entry }))),
  ].sort((a, b) => b.entry.atMs - a.entry.atMs);
  return {
    entries: all.slice(0, limit),
    isCut: all.length > limit || [steps, ...changes].some(({ isCut }) => isCut),
  };
}
