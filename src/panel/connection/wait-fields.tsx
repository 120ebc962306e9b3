import { DEFAULT_WAITS } from '@/src/core/llm/endpoint-waits';
import { i18n } from '@/src/texts/i18n';
import type { ConnectionFormState } from './connection-form-state';

interface WaitFieldsProps {
  waits: ConnectionFormState['waits'];
  onChange(waits: ConnectionFormState['waits']): void;
}

/** Timeouts of the endpoint's response, for endpoints that think or queue for long. */
export function WaitFields({ waits, onChange }: WaitFieldsProps) {
  return (
    <div className="wait-fields">
      <WaitField
        label={i18n.t('connection.waits.firstToken')}
        defaultMs={DEFAULT_WAITS.firstPieceMs}
        value={waits.firstPiece}
        onChange={(firstPiece) => onChange({ ...waits, firstPiece })}
      />
      <WaitField
        label={i18n.t('connection.waits.pause')}
        defaultMs={DEFAULT_WAITS.pauseMs}
        value={waits.pause}
        onChange={(pause) => onChange({ ...waits, pause })}
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
        inputMode="numeric"
        autoComplete="off"
        placeholder={`${defaultMs / 1_000}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
