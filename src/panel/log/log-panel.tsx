import { Bug, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { isUnfiltered, type LogFilter, WHOLE_LOG } from '@/src/core/logging/log-lines';
import { EntryList } from '@/src/panel/data/entry-list';
import { EntryData, EntryRow } from '@/src/panel/data/entry-row';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import { useSend } from '@/src/panel/data/use-send';
import { Confirmed } from '@/src/panel/kit/confirmed';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { ManagedSetting } from '@/src/panel/kit/fields/managed-fields';
import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import type { LogLevel } from '@/src/schema/values/log-level';
import type { ListedLine } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { AuditRow } from './audit/audit-row';
import { ExportButtons } from './export-buttons';
import { csvFile, jsonlFile } from './log-file';
import { Choice, LogFilterFields, type Period, periodStart } from './log-filter';

// Loaded when it is first shown, which keeps the sheet's chunk small.
const Verification = lazyComponent(async () => (await import('./audit/verification')).Verification);

interface LogPanelProps {
  /** The chat that the panel shows; null if there is none. */
  chatId: string | null;
}

/** One list of what Steward did and of how it changed pages. The changes of a site can be shown alone, and verified. */
export function LogPanel({ chatId }: LogPanelProps) {
  const send = useSend();
  const [chosen, setChosen] = useState(WHOLE_LOG);
  const [period, setPeriod] = useState<Period>('all');
  const sites = useQuery(({ audits }) => audits.sites(chatId), [chatId]);
  const ownChats = useQuery(async ({ log }) => (chatId === null ? [] : log.chatsOf(chatId)), [chatId]) ?? [];
  if (sites === undefined) return null;
  const ofChanges = chosen.shown === 'changes';
  const site = ofChanges ? (chosen.site ?? sites[0] ?? null) : null;
  const filter: LogFilter = {
    ...chosen,
    site,
    sinceMs: periodStart(period, Date.now()),
    // The panel may show another chat since the filter was switched on.
    chatId: chosen.chatId && chatId,
  };
  const isFiltered = !isUnfiltered(filter);
  return (
    <>
      <div className="sheet-body">
        <CommandErrorCard />
        <EntryList
          label="log.list.label"
          subject={filter}
          isFiltered={isFiltered}
          empty={ofChanges ? 'audit.list.empty' : 'log.list.empty'}
          read={({ log }, limit) => log.newest(filter, limit)}
          row={(line) =>
            line.kind === 'change' ? (
              <AuditRow key={line.row.id} entry={line.row} isHere={ownChats.includes(line.row.chatId)} />
            ) : (
              <StepRow key={`${line.kind} ${line.row.id}`} line={line} />
            )
          }
        >
          <LogFilterFields
            filter={filter}
            period={period}
            sites={sites}
            chatId={chatId}
            onChange={setChosen}
            onPeriod={setPeriod}
          />
        </EntryList>
      </div>
      <footer className="sheet-footer">
        {site !== null && <Verification key={site} origin={site} />}
        {!ofChanges && <KeptLevel />}
        <div className="log-acts">
          <ExportButtons
            exports={[
              { labelKey: 'audit.export.jsonl', make: (nowMs) => jsonlFile(filter, nowMs) },
              ...(site === null
                ? []
                : [
                    {
                      labelKey: 'audit.export.csv' as const,
                      make: (nowMs: number) => csvFile(filter, nowMs),
                    },
                  ]),
            ]}
          />
          {!ofChanges && (
            <Confirmed
              label={t('log.clear.open')}
              question={t('log.clear.question')}
              action="log.clear.action"
              onConfirm={() => void send({ type: 'clear-log' })}
            />
          )}
        </div>
        <SecondaryText text={isFiltered ? 'audit.export.explanationFiltered' : 'audit.export.explanation'} />
        {isFiltered && site !== null && <SecondaryText text="audit.verify.scope" />}
      </footer>
    </>
  );
}

/** Choice of the least severe level of lines that are kept. */
function KeptLevel() {
  const { value: level, choose } = useExtensionSetting('logLevel');
  const noteId = useId();
  return (
    <div className="log-kept">
      {level !== null && (
        <ManagedSetting name="logLevel">
          <Choice
            label={EXTENSION_SETTINGS.logLevel.label}
            choices={EXTENSION_SETTINGS.logLevel.choices}
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

type Tone = ComponentProps<typeof EntryRow>['tone'];

const LEVELS: Readonly<Record<LogLevel, { icon: LucideIcon; tone: Tone }>> = {
  error: { icon: CircleX, tone: 'failed' },
  warning: { icon: TriangleAlert, tone: 'waiting' },
  info: { icon: Info, tone: 'plain' },
  debug: { icon: Bug, tone: 'plain' },
};

type Step = Exclude<ListedLine, { kind: 'change' }>;

/** A line about a step of Steward, or with a payload of a chat. */
function StepRow({ line }: { line: Step }) {
  const { atMs, level, topic, message, hasData } = line.row;
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
      details={hasData ? () => <StepData line={line} /> : null}
    />
  );
}

function StepData({ line }: { line: Step }) {
  const data = useQuery(({ log }) => log.data(line), [line.kind, line.row.id]);
  return data === undefined ? null : <EntryData text={JSON.stringify(data, null, 2)} />;
}
