import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { isMac, sendShortcut } from '../composer/is-mac';
import './key-list.css';

/** A key and its effect, in words. */
interface KeyRow {
  keys: string;
  effect: string;
}

/** The keys of the panel itself. */
export function panelKeys(): KeyRow[] {
  return [
    {
      keys: sendShortcut(),
      effect: 'Sends the message; in an approval, approves it once you are in its card',
    },
    {
      keys: 'Esc',
      effect: 'Stops a run that works, otherwise clears the message; closes a sheet; refuses an approval',
    },
    { keys: '↑ ↓', effect: 'Goes through the messages of the chat, in an empty message field' },
    { keys: isMac() ? '⌘.' : 'Ctrl+.', effect: 'Opens the menu beside Stop' },
    { keys: 'Tab', effect: 'Goes to the next control; with Shift to the one before' },
  ];
}

/** The browser's name for the command of the toolbar button, which has no description. */
const TOOLBAR_COMMAND = '_execute_action';

/** The keys of the panel, and those that the browser has for Steward on every page. */
export function KeyList({ onError }: { onError(error: unknown): void }) {
  const [commands, setCommands] = useState<KeyRow[] | null>(null);
  useEffect(() => {
    browser.commands.getAll().then(
      (all) =>
        setCommands(
          all.map(({ name, description, shortcut }) => ({
            keys: shortcut === undefined || shortcut === '' ? 'No key' : shortcut,
            effect: name === TOOLBAR_COMMAND ? 'Opens Steward beside the page in front' : (description ?? ''),
          })),
        ),
      onError,
    );
  }, [onError]);
  return (
    <section className="key-list" aria-label="Keys">
      <h3>Keys</h3>
      <Rows rows={panelKeys()} />
      {commands !== null && (
        <>
          <p className="secondary">On every page; the browser’s own settings of extensions change them:</p>
          <Rows rows={commands} />
        </>
      )}
    </section>
  );
}

function Rows({ rows }: { rows: readonly KeyRow[] }) {
  return (
    <dl>
      {rows.map(({ keys, effect }) => (
        <div key={effect}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  );
}
