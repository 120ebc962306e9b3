/** The sections of the panel that stay open or folded as the user left them. */
export const FOLDS = ['approval-differences', 'page-parts', 'technical-details'] as const;

export type Fold = (typeof FOLDS)[number];

/** The sections that the user has opened; a missing one is folded. They belong to the panel, not to a chat. */
export type PanelFolds = Partial<Record<Fold, true>>;

/** Key of the open sections in storage.local. */
export const PANEL_FOLDS_KEY = 'panel-folds';

/** Reads stored folds: none if nothing is stored, null if the value is none. Sections that this version doesn't have are left out. */
export function readPanelFolds(stored: unknown): PanelFolds | null {
  if (stored === undefined) return {};
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const open = FOLDS.filter((fold) => Object.hasOwn(stored, fold) && (stored as PanelFolds)[fold] === true);
  return Object.fromEntries(open.map((fold) => [fold, true]));
}
