import type { SettingsChange } from '@/src/core/records/settings-file';
import { i18n } from '@/src/texts/i18n';
import { ForeignText } from '../text/foreign-text';
import { FoldedText } from '../text/long-text';
import { SETTING_NAMES } from './setting-names';

/** UTF-16 units of a value before the rest is folded. */
const MAX_CHARS = 300;

/** The changes that a file would make, each with the value before and after. Names and values come from the file. */
export function ChangeList({ changes }: { changes: readonly SettingsChange[] }) {
  return (
    <ul className="settings-changes" aria-label={i18n.t('settings.change.label')}>
      {changes.map(({ what, name, from, to }) => (
        <li key={`${what} ${name} ${to}`}>
          <p>
            <ForeignText text={titleOf(what, name)} />
          </p>
          {from !== null && (
            <div className="secondary">
              {i18n.t('settings.change.now')}{' '}
              <FoldedText text={from} maxChars={MAX_CHARS} isSpelledOut={true} />
            </div>
          )}
          <div className="secondary">
            {i18n.t(from === null ? 'settings.change.new' : 'settings.change.then')}{' '}
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
      return i18n.t('settings.change.connection', { name });
    case 'alias':
      return i18n.t('settings.change.alias', { name });
    case 'theme':
      return i18n.t('settings.change.theme');
    case 'chat': {
      const known = Object.entries(SETTING_NAMES).find(([setting]) => setting === name);
      return i18n.t('settings.change.thisChat', { setting: known === undefined ? name : i18n.t(known[1]) });
    }
  }
}
