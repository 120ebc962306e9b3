import { i18n } from '@/src/texts/i18n';

interface KeyFieldProps {
  value: string;
  hasKey: boolean;
  /** True if the stored key stays valid for the address in the form. */
  keepsSecrets: boolean;
  removesKey: boolean;
  onChange(value: string): void;
  onRemovesKey(removesKey: boolean): void;
}

/** The API key: entered, kept or removed. A stored key is never shown. */
export function KeyField(props: KeyFieldProps) {
  const { value, hasKey, keepsSecrets, removesKey, onChange, onRemovesKey } = props;
  const isKept = hasKey && keepsSecrets;
  return (
    <>
      <label>
        <span>{i18n.t('connection.key.label')}</span>
        <input
          type="password"
          className="mono"
          autoComplete="off"
          placeholder={i18n.t(isKept ? 'connection.key.stored' : 'connection.key.leaveEmpty')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      {hasKey && !keepsSecrets && <p className="secondary">{i18n.t('connection.key.otherAddress')}</p>}
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
