/** A sentence in the middle of an empty area, with at most one button. */
export function CenteredNote(props: {
  text: string;
  tone?: 'plain' | 'failed';
  action?: { label: string; run: () => void };
}) {
  const failed = props.tone === 'failed';
  return (
    <div className="centered-note" {...(failed ? { role: 'alert' } : { 'aria-live': 'polite' })}>
      <p className={failed ? 'failed' : 'muted'}>{props.text}</p>
      {props.action && (
        <button type="button" onClick={props.action.run}>
          {props.action.label}
        </button>
      )}
    </div>
  );
}
