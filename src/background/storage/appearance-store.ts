import type { Logger } from '@/src/core/logging/log-entry';
import { DENSITY_KEY, type Density, readDensity } from '@/src/core/records/density';
import { type Fold, PANEL_FOLDS_KEY, type PanelFolds, readPanelFolds } from '@/src/core/records/panel-folds';
import { readSendKey, SEND_KEY_KEY, type SendKey } from '@/src/core/records/send-key';
import { readTheme, THEME_KEY, type Theme } from '@/src/core/records/theme';
import { stored } from './storage-error';

/** The user's settings of the panel's look and keys, in `storage.local`. Panels read them there, and follow each change. */
export interface AppearanceStore {
  /** The chosen theme; the default if none is stored that can be read. Rejects with `storage`. */
  theme(): Promise<Theme>;
  /** Rejects with `storage`. */
  setTheme(theme: Theme): Promise<void>;
  /** Rejects with `storage`. */
  setDensity(density: Density): Promise<void>;
  /** Rejects with `storage`. Calls may not overlap: it reads before it writes. */
  keepFold(fold: Fold, isOpen: boolean): Promise<void>;
  /** Rejects with `storage`. */
  setSendKey(sendKey: SendKey): Promise<void>;
  /** Removes stored values that can't be read, for which panels use the defaults, and logs each. Rejects with `storage`. */
  removeUnreadable(): Promise<void>;
}

/** The part of `browser.storage.local` that these settings need. */
export interface AppearanceArea {
  get(keys: string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
}

/** The stored settings, with their names in the log. */
const SETTINGS = [
  { key: THEME_KEY, read: readTheme, topic: 'panel.theme', name: 'theme' },
  { key: DENSITY_KEY, read: readDensity, topic: 'panel.density', name: 'size of the panel' },
  { key: PANEL_FOLDS_KEY, read: readPanelFolds, topic: 'panel.folds', name: 'list of open sections' },
  { key: SEND_KEY_KEY, read: readSendKey, topic: 'panel.send_key', name: 'key that sends' },
];

export function createAppearanceStore(deps: {
  area: AppearanceArea;
  logger: Pick<Logger, 'warning'>;
}): AppearanceStore {
  const { area, logger } = deps;
  return {
    async theme() {
      // Start-up logs and removes a value that can't be read.
      return readTheme((await stored(() => area.get([THEME_KEY])))[THEME_KEY]) ?? 'system';
    },
    setTheme: (theme) => stored(() => area.set({ [THEME_KEY]: theme })),
    setDensity: (density) => stored(() => area.set({ [DENSITY_KEY]: density })),
    async keepFold(fold, isOpen) {
      const items = await stored(() => area.get([PANEL_FOLDS_KEY]));
      // Start-up logs and removes a value that can't be read.
      const { [fold]: _, ...others }: PanelFolds = readPanelFolds(items[PANEL_FOLDS_KEY]) ?? {};
      const folds: PanelFolds = isOpen ? { ...others, [fold]: true } : others;
      await stored(() => area.set({ [PANEL_FOLDS_KEY]: folds }));
    },
    setSendKey: (sendKey) => stored(() => area.set({ [SEND_KEY_KEY]: sendKey })),

    async removeUnreadable() {
      const items = await stored(() => area.get(SETTINGS.map(({ key }) => key)));
      for (const { key, read, topic, name } of SETTINGS) {
        if (read(items[key]) !== null) continue;
        logger.warning(topic, `The stored ${name} can’t be read and was removed; the default applies.`);
        await stored(() => area.remove(key));
      }
    },
  };
}
