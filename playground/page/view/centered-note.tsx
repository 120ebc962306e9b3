/** One sentence in the middle of an otherwise empty place, with at most one thing to do. */
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
