import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';

/** The log of Steward's steps, the audit journal of its changes on pages, or the user's data as a whole. */
export type LogTab = 'log' | 'audit' | 'data';

const TABS: readonly { id: LogTab; name: TextKey }[] = [
  { id: 'log', name: 'log.tabs.log' },
  { id: 'audit', name: 'log.tabs.audit' },
  { id: 'data', name: 'log.tabs.data' },
];

interface LogTabsProps {
  chosen: LogTab;
  onChoose(tab: LogTab): void;
  /** Content of the selected tab. */
  children: ReactNode;
}

/** Tabs with their panel. The left and right arrow keys switch tabs. */
export function LogTabs({ chosen, onChoose, children }: LogTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const idOf = (tab: LogTab) => `${baseId}-${tab}`;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const other = TABS.at((TABS.findIndex(({ id }) => id === chosen) + step) % TABS.length);
    if (step === 0 || other === undefined) return;
    onChoose(other.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${other.id}"]`)?.focus();
  };
  return (
    <>
      <div
        ref={list}
        className="log-tabs"
        role="tablist"
        aria-label={i18n.t('log.tabs.label')}
        onKeyDown={move}
      >
        {TABS.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={idOf(id)}
            className="quiet"
            data-tab={id}
            aria-selected={id === chosen}
            aria-controls={`${baseId}-shown`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {i18n.t(name)}
          </button>
        ))}
      </div>
      <div id={`${baseId}-shown`} className="log-tab-panel" role="tabpanel" aria-labelledby={idOf(chosen)}>
        {children}
      </div>
    </>
  );
}
