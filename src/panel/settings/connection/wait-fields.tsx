import { DEFAULT_WAITS } from '@/src/core/records/endpoint';
import { i18n } from '@/src/texts/i18n';
import type { ConnectionFormState } from './connection-form-state';

type Waits = Pick<ConnectionFormState, 'firstPieceSeconds' | 'pauseSeconds'>;

interface WaitFieldsProps {
  waits: Waits;
  onChange(changed: Partial<Waits>): void;
}

/** Timeouts of the endpoint's response, for endpoints that think or queue for long. */
export function WaitFields({ waits, onChange }: WaitFieldsProps) {
  return (
    <div className="wait-fields">
      <WaitField
        label={i18n.t('connection.waits.firstToken')}
        defaultMs={DEFAULT_WAITS.firstPieceMs}
        value={waits.firstPieceSeconds}
        onChange={(firstPieceSeconds) => onChange({ firstPieceSeconds })}
      />
      <WaitField
        label={i18n.t('connection.waits.pause')}
        defaultMs={DEFAULT_WAITS.pauseMs}
        value={waits.pauseSeconds}
        onChange={(pauseSeconds) => onChange({ pauseSeconds })}
      />
    </div>
  );
}

interface WaitFieldProps {
  label: string;
  defaultMs: number;
  value: string;
  onChange(value: string): void;
}

function WaitField({ label, defaultMs, value, onChange }: WaitFieldProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder={`${defaultMs / 1_000}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
