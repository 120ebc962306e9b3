import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { EntryBoundary } from '@/src/panel/data/entry-boundary';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { RetryableError } from '@/src/panel/kit/errors/retryable-error';
import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { SheetFrame } from '@/src/panel/kit/sheet';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';
import { LogPanel } from './log-panel';

// Loaded when their tab is first opened, which keeps the sheet's chunk small.
const DataPanel = lazyComponent(async () => (await import('./data/data-panel')).DataPanel);

const ReportPanel = lazyComponent(async () => (await import('./report/report-panel')).ReportPanel);

/** Tabs: the log of what Steward did, the user's data as a whole, and a report of a problem. */
type LogTab = 'log' | 'data' | 'report';

const TABS: readonly LogTab[] = ['log', 'data', 'report'];

interface LogSheetProps {
  /** The chat whose chat log can be exported, and whose site's audit is shown at first; null if there is none. */
  chatId: string | null;
  firstTab: LogTab;
  onClose(): void;
  /** Called after all data was deleted, or a backup was restored. */
  onDataReplaced(): void;
}

/** Sheet with three tabs. The left and right arrow keys switch tabs. */
export function LogSheet({ chatId, firstTab, onClose, onDataReplaced }: LogSheetProps) {
  const [chosen, setChosen] = useState(firstTab);
  const list = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const other = TABS.at((TABS.indexOf(chosen) + step) % TABS.length);
    if (step === 0 || other === undefined) return;
    setChosen(other);
    list.current?.querySelector<HTMLElement>(`[data-tab="${other}"]`)?.focus();
  };
  return (
    <SheetFrame title={t('log.sheet.title')} onClose={onClose}>
      <div ref={list} className="log-tabs" role="tablist" aria-label={t('log.tabs.label')} onKeyDown={move}>
        {TABS.map((id) => (
          <TextButton
            key={id}
            text={`log.tabs.${id}`}
            role="tab"
            id={`${baseId}-${id}`}
            className="quiet"
            data-tab={id}
            aria-selected={id === chosen}
            aria-controls={`${baseId}-shown`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => setChosen(id)}
          />
        ))}
      </div>
      <div
        id={`${baseId}-shown`}
        className="log-tab-panel"
        role="tabpanel"
        aria-labelledby={`${baseId}-${chosen}`}
      >
        <EntryBoundary
          place="sheet"
          subject={chosen}
          fallback={(error, retry) => <RetryableError error={error} onRetry={retry} />}
        >
          <CommandErrors key={chosen}>
            {chosen === 'log' && <LogPanel chatId={chatId} />}
            {chosen === 'data' && <DataPanel chatId={chatId} onReplaced={onDataReplaced} />}
            {chosen === 'report' && <ReportPanel chatId={chatId} />}
          </CommandErrors>
        </EntryBoundary>
      </div>
    </SheetFrame>
  );
}
