import type { SettingsChange } from '@/src/core/records/settings-file';
import { ForeignText } from '../text/foreign-text';
import { FoldedText } from '../text/long-text';
import { SETTING_NAMES } from './setting-names';

/** UTF-16 units of a value before the rest is folded. */
const MAX_CHARS = 300;

/** The changes that a file would make, each with the value before and after. Names and values come from the file. */
export function ChangeList({ changes }: { changes: readonly SettingsChange[] }) {
  return (
    <ul className="settings-changes" aria-label="Changes">
      {changes.map(({ what, name, from, to }) => (
        <li key={`${what} ${name} ${to}`}>
          <p>
            <ForeignText text={titleOf(what, name)} />
          </p>
          {from !== null && (
            <div className="secondary">
              Now: <FoldedText text={from} maxChars={MAX_CHARS} isSpelledOut={true} />
            </div>
          )}
          <div className="secondary">
            {from === null ? 'New:' : 'Then:'}{' '}
            <FoldedText text={to} maxChars={MAX_CHARS} isSpelledOut={true} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function titleOf(what: SettingsChange['what'], name: string): string {
  switch (what) {
    case 'connection':
      return `Connection ${name}: enter its key afterwards`;
    case 'alias':
      return `Alias ${name}`;
    case 'theme':
      return 'Theme';
    case 'chat': {
      const known = Object.entries(SETTING_NAMES).find(([setting]) => setting === name);
      return `This chat: ${known === undefined ? name : known[1]}`;
    }
  }
}
