import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

/** What Steward keeps about itself: what it did step by step, and what it changed on pages. */
export type LogTab = 'log' | 'audit';

const TABS: readonly { id: LogTab; name: string }[] = [
  { id: 'log', name: 'Log' },
  { id: 'audit', name: 'Audit' },
];

interface LogTabsProps {
  chosen: LogTab;
  onChoose(tab: LogTab): void;
  /** What belongs to the chosen tab. */
  children: ReactNode;
}

/** Two tabs and what belongs to the chosen one. The arrow keys go from one to the other. */
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
      <div ref={list} className="log-tabs" role="tablist" aria-label="Records" onKeyDown={move}>
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
