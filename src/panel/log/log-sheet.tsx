import { type ComponentType, useState } from 'react';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { Sheet } from '../sheet';
import { LogPanel } from './log-panel';
import { type LogTab, LogTabs } from './log-tabs';
import './log.css';

interface LogSheetProps {
  /** The chat whose tool calls can be exported, and whose site's journal is shown first; null if there is none. */
  chatId: string | null;
  onClose(): void;
}

/** Sheet with two tabs: the log, and the audit journal of changes and who allowed them. */
export function LogSheet({ chatId, onClose }: LogSheetProps) {
  const [tab, setTab] = useState<LogTab>('log');
  const [AuditPanel, setAuditPanel] = useState<ComponentType<{ chatId: string | null }> | null>(null);
  const { error, perform, dismiss } = useCommandError();
  const choose = (chosen: LogTab) => {
    setTab(chosen);
    // Loaded on demand, to keep the panel's first chunk small.
    if (chosen === 'audit') {
      void perform(async () => {
        const loaded = await import('../audit/audit-panel');
        setAuditPanel(() => loaded.AuditPanel);
      });
    }
  };
  return (
    <Sheet title="Log and audit" onClose={onClose}>
      <LogTabs chosen={tab} onChoose={choose}>
        <DismissibleError error={error} onDismiss={dismiss} />
        {tab === 'log' && <LogPanel chatId={chatId} />}
        {tab === 'audit' && AuditPanel !== null && <AuditPanel chatId={chatId} />}
      </LogTabs>
    </Sheet>
  );
}
