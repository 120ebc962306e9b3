import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

/** The log of Steward's steps, or the audit journal of its changes on pages. */
export type LogTab = 'log' | 'audit';

const TABS: readonly { id: LogTab; name: string }[] = [
  { id: 'log', name: 'Log' },
  { id: 'audit', name: 'Audit' },
];

interface LogTabsProps {
  chosen: LogTab;
  onChoose(tab: LogTab): void;
  /** Content of the selected tab. */
  children: ReactNode;
}

/** Two tabs with their panel. The left and right arrow keys switch tabs. */
export function LogTabs({ chosen, onChoose, children }: LogTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const idOf = (tab: LogTab) => `${baseId}-${tab}`;
  const move = (event: KeyboardEvent) => {
    const other = TABS.find(({ id }) => id !== chosen);
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key) || other === undefined) return;
    onChoose(other.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${other.id}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} className="log-tabs" role="tablist" aria-label="Log and audit" onKeyDown={move}>
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
            {name}
          </button>
        ))}
      </div>
      <div id={`${baseId}-shown`} className="log-tab-panel" role="tabpanel" aria-labelledby={idOf(chosen)}>
        {children}
      </div>
    </>
  );
}
