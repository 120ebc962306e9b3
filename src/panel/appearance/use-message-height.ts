import { useLayoutEffect, useRef, useState } from 'react';
import { StewardError } from '@/src/core/errors';
import {
  DEFAULT_PANEL_LAYOUT,
  PANEL_LAYOUT_KEY,
  type PanelLayout,
  readPanelLayout,
} from '@/src/core/records/panel-layout';
import { i18n } from '@/src/texts/i18n';
import { createDebouncedWrite } from '../link/debounced-write';
import { sendCommand } from '../link/send-command';
import { useFlushOnHide, WRITE_DELAY_MS } from '../link/use-flush-on-hide';
import { useStored } from '../link/use-stored';
import { paintMessageHeight } from './painted-appearance';
import { useChoice } from './use-choice';

/** The least height of the message field in CSS pixels, and the function to change it. Null: three lines. */
export interface MessageHeight {
  heightPx: number | null;
  setHeight(heightPx: number | null): void;
}

/** The kept height of the message field. A change is painted at once, and stored after a pause and before the panel is hidden. */
export function useMessageHeight(onError: (error: unknown) => void): MessageHeight {
  const layout = useStored(PANEL_LAYOUT_KEY, layoutOrDefault, onError, 'local');
  const { shown, choose } = useChoice(layout?.messageHeightPx);
  const newest = useRef<number | null>(null);
  const [write] = useState(() =>
    createDebouncedWrite(WRITE_DELAY_MS, () => {
      const changed: PanelLayout = { ...DEFAULT_PANEL_LAYOUT, messageHeightPx: newest.current };
      sendCommand({ type: 'keep-layout', layout: changed }).catch((cause) => onError(notStored(cause)));
    }),
  );
  useFlushOnHide(write.flush);

  useLayoutEffect(() => {
    // Before the layout is read, the field has the height of the last time.
    if (shown !== undefined) paintMessageHeight(document.documentElement, shown);
  }, [shown]);

  const setHeight = (heightPx: number | null) => {
    newest.current = heightPx;
    choose(heightPx);
    write.schedule();
  };
  return { heightPx: shown ?? null, setHeight };
}

function layoutOrDefault(stored: unknown): PanelLayout {
  // The background logs and removes a value that can't be read.
  return readPanelLayout(stored) ?? DEFAULT_PANEL_LAYOUT;
}

function notStored(cause: unknown): StewardError {
  return new StewardError('storage', i18n.t('appearance.height.notStored'), {
    remedy: i18n.t('appearance.height.notStoredRemedy'),
    details: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}
