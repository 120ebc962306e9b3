import { type ComponentType, useEffect, useState } from 'react';
import { i18n } from '@/src/texts/i18n';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { Sheet } from '../sheet';
import { LogPanel } from './log-panel';
import { type LogTab, LogTabs } from './log-tabs';
import './log.css';

interface LogSheetProps {
  /** The chat whose tool calls can be exported, and whose site's journal is shown first; null if there is none. */
  chatId: string | null;
  /** The tab that is chosen at first. */
  firstTab: LogTab;
  onClose(): void;
  /** Called after all data was deleted, or a backup was restored. */
  onDataReplaced(): void;
}

/** Sheet with three tabs: the log, the audit journal of changes and who allowed them, and all data. */
export function LogSheet({ chatId, firstTab, onClose, onDataReplaced }: LogSheetProps) {
  const [tab, setTab] = useState<LogTab>(firstTab);
  const [AuditPanel, setAuditPanel] = useState<ComponentType<{ chatId: string | null }> | null>(null);
  const [DataPanel, setDataPanel] = useState<ComponentType<{
    chatId: string | null;
    onReplaced(): void;
  }> | null>(null);
  const { error, perform, dismiss } = useCommandError();
  // Loaded on demand, to keep the panel's first chunk small.
  useEffect(() => {
    if (tab === 'audit') {
      void perform(async () => {
        const loaded = await import('../audit/audit-panel');
        setAuditPanel(() => loaded.AuditPanel);
      });
    }
    if (tab === 'data') {
      void perform(async () => {
        const loaded = await import('../data/data-panel');
        setDataPanel(() => loaded.DataPanel);
      });
    }
  }, [tab, perform]);
  return (
    <Sheet title={i18n.t('log.sheet.title')} onClose={onClose}>
      <LogTabs chosen={tab} onChoose={setTab}>
        <DismissibleError error={error} onDismiss={dismiss} />
        {tab === 'log' && <LogPanel chatId={chatId} />}
        {tab === 'data' && DataPanel !== null && <DataPanel chatId={chatId} onReplaced={onDataReplaced} />}
        {tab === 'audit' && AuditPanel !== null && <AuditPanel chatId={chatId} />}
      </LogTabs>
    </Sheet>
  );
}
