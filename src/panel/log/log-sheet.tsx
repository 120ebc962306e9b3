import { type ComponentType, useState } from 'react';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { Sheet } from '../sheet';
import { LogPanel } from './log-panel';
import { type LogTab, LogTabs } from './log-tabs';
import './log.css';

interface LogSheetProps {
  /** The chat whose tool calls can be exported, and whose site's journal is shown first; null where there is none. */
  chatId: string | null;
  onClose(): void;
}

/** What Steward keeps about itself: the log of what it did, and the audit of what it changed and who let it. */
export function LogSheet({ chatId, onClose }: LogSheetProps) {
  const [tab, setTab] = useState<LogTab>('log');
  const [AuditPanel, setAuditPanel] = useState<ComponentType<{ chatId: string | null }> | null>(null);
  const { error, perform, dismiss } = useCommandError();
  const choose = (chosen: LogTab) => {
    setTab(chosen);
    // Loaded when it is wanted: few open it, and the panel has to start at once.
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
