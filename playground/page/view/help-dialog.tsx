import { useEffect, useRef } from 'react';

const KEYS: readonly [key: string, does: string][] = [
  ['/', 'search models'],
  ['i', 'add an ignore rule'],
  ['w', 'add a whitelist rule'],
  ['↑ ↓', 'move through the models of a pane'],
  ['Ctrl+S', 'save'],
  ['Esc', 'clear the field in use'],
  ['?', 'this help'],
];

const SIGNS: readonly [sign: string, means: string][] = [
  ['*', 'any characters, or none; also across /'],
  ['?', 'exactly one character'],
  ['[45]', 'one of these; [0-9] is a range'],
  ['[!45]', 'one character, but none of these'],
];

/** How rules decide, what patterns mean, which keys there are. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-label="Help" onClose={onClose}>
      <h2>How rules decide</h2>
      <p>
        The first whitelist rule that matches a model keeps it visible. Otherwise the first ignore rule that
        matches hides it. A model that no rule matches is visible. To show only some models, ignore{' '}
        <code>*</code> and whitelist those.
      </p>
      <h2>Patterns</h2>
      <p>
        A pattern has to match the whole name (what follows the first <code>/</code>) or the whole id; upper
        and lower case differ.
      </p>
      <Terms rows={SIGNS} />
      <h2>Keys</h2>
      <Terms rows={KEYS} />
      <form method="dialog" className="dialog-buttons">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

function Terms({ rows }: { rows: readonly [string, string][] }) {
  return (
    <dl>
      {rows.map(([term, meaning]) => (
        <div key={term}>
          <dt className="mono">{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
