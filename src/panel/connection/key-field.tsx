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
        <span>API key</span>
        <input
          type="password"
          className="mono"
          autoComplete="off"
          placeholder={isKept ? 'Stored; leave empty to keep it' : 'Leave empty if none is needed'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      {hasKey && !keepsSecrets && (
        <p className="secondary">The stored key was for another address and is not sent to this one.</p>
      )}
      {isKept && value === '' && (
        <label className="check">
          <input
            type="checkbox"
            checked={removesKey}
            onChange={(event) => onRemovesKey(event.target.checked)}
          />
          <span>Remove the stored key</span>
        </label>
      )}
    </>
  );
}
