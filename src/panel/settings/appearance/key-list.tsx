import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { findShortcut, menuShortcut, sendShortcut } from '@/src/panel/kit/is-mac';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TitledSection } from '@/src/panel/kit/titled-section';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import './key-list.css';

interface KeyRow {
  keys: string;
  effect: string;
}

function panelKeys(enterSends: boolean): KeyRow[] {
  const rows: (readonly [keys: string, effect: TextKey])[] = [
    ...(enterSends ? ([[t('composer.keys.enter'), 'appearance.keys.enterEffect']] as const) : []),
    [sendShortcut(), 'appearance.keys.sendEffect'],
    [t('appearance.keys.escape'), 'appearance.keys.escapeEffect'],
    ['↑ ↓', 'appearance.keys.historyEffect'],
    ['/', 'appearance.keys.slashEffect'],
    [findShortcut(), 'appearance.keys.findEffect'],
    [menuShortcut(), 'appearance.keys.menuEffect'],
    [t('appearance.keys.tab'), 'appearance.keys.tabEffect'],
  ];
  return rows.map(([keys, effect]) => ({ keys, effect: t(effect) }));
}

/** The browser's name for the command of the toolbar button. The browser has no description for it. */
const TOOLBAR_COMMAND = '_execute_action';

/** The panel's keys, and the shortcuts that the browser handles on every page. */
export function KeyList({ onError }: { onError(error: unknown): void }) {
  const [commands, setCommands] = useState<KeyRow[] | null>(null);
  const { value: sendKey } = useExtensionSetting('sendKey');
  useEffect(() => {
    browser.commands.getAll().then(
      (all) =>
        setCommands(
          all.map(({ name, description, shortcut }) => ({
            keys: shortcut === undefined || shortcut === '' ? t('appearance.keys.none') : shortcut,
            effect: name === TOOLBAR_COMMAND ? t('appearance.keys.toolbarEffect') : (description ?? ''),
          })),
        ),
      onError,
    );
  }, [onError]);
  return (
    <TitledSection className="key-list" heading="appearance.keys.title">
      <Rows rows={panelKeys(sendKey === 'enter')} />
      {commands !== null && (
        <>
          <SecondaryText text="appearance.keys.everywhere" />
          <Rows rows={commands} />
        </>
      )}
    </TitledSection>
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
