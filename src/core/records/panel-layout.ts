/** Sizes of the panel's sections that the user set. They belong to the panel, not to a chat. */
export interface PanelLayout {
  version: 1;
  /** Least height of the message field in CSS pixels; null: three lines. Longer texts make the field grow. */
  messageHeightPx: number | null;
}

/** Key of the layout in storage.local; one layout for the whole extension. */
export const PANEL_LAYOUT_KEY = 'panel-layout';

/** The layout before the user changed anything. */
export const DEFAULT_PANEL_LAYOUT: PanelLayout = { version: 1, messageHeightPx: null };

/** Bounds of the stored height in CSS pixels: from little more than three lines. A low window shows less of it. */
export const MESSAGE_HEIGHT_PX = { min: 80, max: 2_000 } as const;

/**
 * Reads a stored layout: {@link DEFAULT_PANEL_LAYOUT} if none is stored, null if the value is not a layout of this
 * version. Unknown members are left out.
 */
export function readPanelLayout(stored: unknown): PanelLayout | null {
  if (stored === undefined) return DEFAULT_PANEL_LAYOUT;
  if (typeof stored !== 'object' || stored === null) return null;
  const { version, messageHeightPx } = stored as { [Key in keyof PanelLayout]?: unknown };
  if (version !== 1) return null;
  if (messageHeightPx === null) return { version, messageHeightPx };
  return isMessageHeight(messageHeightPx) ? { version, messageHeightPx } : null;
}

/** True if it is a height that can be stored. */
export function isMessageHeight(value: unknown): value is number {
  return Number.isInteger(value) && inBounds(value as number);
}

function inBounds(heightPx: number): boolean {
  return heightPx >= MESSAGE_HEIGHT_PX.min && heightPx <= MESSAGE_HEIGHT_PX.max;
}
