import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { browser } from 'wxt/browser';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { Sheet } from '@/src/panel/kit/sheet';
import { i18n } from '@/src/texts/i18n';
import { SETTINGS_PARTS, type SettingsPart } from './settings-parts';
import './settings.css';

interface SettingsSheetProps {
  hasChat: boolean;
  /** Renders the sheet of a part; `onBack` closes it. */
  renderPart(part: SettingsPart, onBack: () => void): ReactNode;
  onClose(): void;
}

/** List of all settings. Each entry opens its own sheet, which returns to the list. */
export function SettingsSheet({ hasChat, renderPart, onClose }: SettingsSheetProps) {
  const [part, setPart] = useState<SettingsPart | null>(null);
  const { error, perform, dismiss } = useCommands();
  return (
    <>
      <Sheet title={i18n.t('settings.sheet.title')} onClose={onClose}>
        <div className="sheet-body">
          <DismissibleError error={error} onDismiss={dismiss} />
          <ul className="settings-parts">
            {SETTINGS_PARTS.map(({ part: name, words, sentence, needsChat }) => (
              <li key={name}>
                <button
                  type="button"
                  className="quiet settings-part"
                  disabled={needsChat && !hasChat}
                  onClick={() => setPart(name)}
                >
                  <span>{i18n.t(words)}</span>
                  <span className="secondary">{i18n.t(sentence)}</span>
                </button>
              </li>
            ))}
          </ul>
          <div className="button-row">
            <button
              type="button"
              className="icon-button"
              onClick={() => void perform(() => browser.runtime.openOptionsPage())}
            >
              <ExternalLink className="icon" aria-hidden="true" />
              {i18n.t('settings.sheet.openInTab')}
            </button>
          </div>
        </div>
      </Sheet>
      {/* Beside the list's sheet, not in it: the browser then returns the focus to the entry that opened the part. */}
      {part !== null && renderPart(part, () => setPart(null))}
    </>
  );
}
