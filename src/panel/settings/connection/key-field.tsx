import type { Ref } from 'react';
import { TextField } from '@/src/panel/kit/fields/text-field';
import { i18n } from '@/src/texts/i18n';

interface KeyFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  hasKey: boolean;
  /** True if the stored key stays valid for the address in the form. */
  keepsSecrets: boolean;
  removesKey: boolean;
  problems: readonly string[];
  onChange(value: string): void;
  onRemovesKey(removesKey: boolean): void;
}

/** The API key: entered, kept or removed. A stored key is never shown. */
export function KeyField(props: KeyFieldProps) {
  const { ref, value, hasKey, keepsSecrets, removesKey, problems, onChange, onRemovesKey } = props;
  const isKept = hasKey && keepsSecrets;
  return (
    <>
      <TextField
        ref={ref}
        label={i18n.t('connection.key.label')}
        note={hasKey && !keepsSecrets ? i18n.t('connection.key.otherAddress') : undefined}
        type="password"
        isMono={true}
        placeholder={i18n.t(isKept ? 'connection.key.stored' : 'connection.key.leaveEmpty')}
        problems={problems}
        value={value}
        onChange={onChange}
      />
      {isKept && value === '' && (
        <label className="check">
          <input
            type="checkbox"
            checked={removesKey}
            onChange={(event) => onRemovesKey(event.target.checked)}
          />
          <span>{i18n.t('connection.key.remove')}</span>
        </label>
      )}
    </>
  );
}
