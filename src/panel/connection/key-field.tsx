interface KeyFieldProps {
  value: string;
  hasKey: boolean;
  /** Whether the stored key stays with the address as it stands in the form. */
  keepsSecrets: boolean;
  removesKey: boolean;
  onChange(value: string): void;
  onRemovesKey(removesKey: boolean): void;
}

/** The API key: typed anew, kept, or removed; a stored one is never shown. */
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
          placeholder={isKept ? 'Stored; leave empty to keep it' : 'Empty where none is needed'}
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
