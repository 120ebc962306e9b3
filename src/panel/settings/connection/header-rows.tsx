import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { ProblemList } from '@/src/panel/kit/fields/field-frame';
import { IconButton } from '@/src/panel/kit/icon-button';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';
import type { HeaderRow } from './header-changes';

interface HeaderRowsProps {
  rows: readonly HeaderRow[];
  /** True if the stored values can still be used for the address in the form. */
  keepsSecrets: boolean;
  problems: readonly string[];
  onChange(rows: HeaderRow[]): void;
}

/** Extra headers for endpoints that need more than a key. Stored values are never shown. */
export function HeaderRows({ rows, keepsSecrets, problems, onChange }: HeaderRowsProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const change = (rowId: string, fields: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.rowId === rowId ? { ...row, ...fields } : row)));
  const add = () => onChange([...rows, { rowId: crypto.randomUUID(), name: '', value: '', isStored: false }]);
  return (
    <fieldset className="header-rows">
      <legend className={rows.length === 0 ? 'visually-hidden' : undefined}>
        {t('connection.headers.label')}
      </legend>
      {rows.map(({ rowId, name, value, isStored }) => (
        <div key={rowId} className="header-row">
          <input
            type="text"
            className="mono"
            aria-label={t('connection.headers.name')}
            autoComplete="off"
            spellCheck={false}
            placeholder={t('connection.headers.nameExample')}
            readOnly={isStored}
            value={name}
            onChange={(event) => change(rowId, { name: event.target.value })}
          />
          <input
            type="password"
            aria-label={
              name === '' ? t('connection.headers.value') : t('connection.headers.valueOf', { name })
            }
            autoComplete="off"
            placeholder={valuePlaceholder(isStored, keepsSecrets)}
            value={value}
            onChange={(event) => change(rowId, { value: event.target.value })}
          />
          <IconButton
            icon={X}
            label={
              name === '' ? t('connection.headers.remove') : t('connection.headers.removeNamed', { name })
            }
            onClick={() => {
              onChange(rows.filter((row) => row.rowId !== rowId));
              // The pressed button is removed with its row.
              addButton.current?.focus();
            }}
          />
        </div>
      ))}
      <div role="alert">
        <ProblemList problems={problems} />
      </div>
      <TextButton ref={addButton} icon={Plus} text="connection.headers.add" className="quiet" onClick={add} />
    </fieldset>
  );
}

function valuePlaceholder(isStored: boolean, keepsSecrets: boolean): string {
  if (!isStored) return t('connection.headers.valueExample');
  return t(keepsSecrets ? 'connection.headers.stored' : 'connection.headers.enterAgain');
}
