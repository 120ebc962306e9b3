import { Plus, X } from 'lucide-react';
import type { HeaderRow } from './connection-form-state';

interface HeaderRowsProps {
  rows: readonly HeaderRow[];
  /** True if stored values stay valid for the address in the form. */
  keepsSecrets: boolean;
  onChange(rows: HeaderRow[]): void;
}

/** Extra headers for endpoints that need more than a key. Stored values are never shown. */
export function HeaderRows({ rows, keepsSecrets, onChange }: HeaderRowsProps) {
  const change = (rowId: string, fields: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.rowId === rowId ? { ...row, ...fields } : row)));
  const add = () => onChange([...rows, { rowId: crypto.randomUUID(), name: '', value: '', isStored: false }]);
  return (
    <fieldset className="header-rows">
      <legend className={rows.length === 0 ? 'visually-hidden' : undefined}>Extra headers</legend>
      {rows.map(({ rowId, name, value, isStored }) => (
        <div key={rowId} className="header-row">
          <input
            type="text"
            className="mono"
            aria-label="Header name"
            autoComplete="off"
            spellCheck={false}
            placeholder="X-Name"
            readOnly={isStored}
            value={name}
            onChange={(event) => change(rowId, { name: event.target.value })}
          />
          <input
            type="password"
            className="mono"
            aria-label={name === '' ? 'Header value' : `Value of ${name}`}
            autoComplete="off"
            placeholder={isStored ? (keepsSecrets ? 'Stored' : 'Enter it again') : 'Value'}
            value={value}
            onChange={(event) => change(rowId, { value: event.target.value })}
          />
          <button
            type="button"
            className="quiet icon-button"
            aria-label={name === '' ? 'Remove header' : `Remove ${name}`}
            onClick={() => onChange(rows.filter((row) => row.rowId !== rowId))}
          >
            <X className="icon" aria-hidden="true" />
          </button>
        </div>
      ))}
      <button type="button" className="quiet icon-button" onClick={add}>
        <Plus className="icon" aria-hidden="true" />
        Add header
      </button>
    </fieldset>
  );
}
