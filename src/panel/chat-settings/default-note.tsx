import './default-note.css';

interface DefaultNoteProps {
  /** The setting's name, for the accessible name of the button. */
  name: string;
  /** The default in words. */
  text: string;
  isDefault: boolean;
  onReset(): void;
}

/** The default of a setting, with a button that restores it while it isn't in use. */
export function DefaultNote({ name, text, isDefault, onReset }: DefaultNoteProps) {
  return (
    <div className="default-note">
      <span className="meta">Default: {text}</span>
      <button
        type="button"
        className="quiet"
        aria-label={`Reset: ${name}`}
        // Not removed: the focus would be lost.
        aria-disabled={isDefault}
        onClick={() => !isDefault && onReset()}
      >
        Reset
      </button>
    </div>
  );
}
