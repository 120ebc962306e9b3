import { useId } from 'react';
import { i18n } from '@/src/texts/i18n';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { LevelSelect } from './level-select';
import { LogActions } from './log-actions';
import { LogList } from './log-list';
import { useLogLevel } from './use-log-level';

/** The log: its level, entries, export and deletion. */
export function LogPanel({ chatId }: { chatId: string | null }) {
  const { error, perform, report, dismiss } = useCommandError();
  const level = useLogLevel(report);
  const noteId = useId();
  return (
    <>
      <div className="sheet-body">
        <DismissibleError error={error} onDismiss={dismiss} />
        <div className="log-level">
          <LevelSelect
            label={i18n.t('log.level.label')}
            level={level}
            describedBy={noteId}
            onChoose={(chosen) => perform(() => sendCommand({ type: 'set-log-level', level: chosen }))}
          />
          <p id={noteId} className={level === 'debug' ? 'log-warning' : 'secondary'} role="status">
            {i18n.t(level === 'debug' ? 'log.level.debugWarning' : 'log.level.note')}
          </p>
        </div>
        <LogList />
      </div>
      <footer className="sheet-footer">
        <LogActions chatId={chatId} perform={perform} />
      </footer>
    </>
  );
}
