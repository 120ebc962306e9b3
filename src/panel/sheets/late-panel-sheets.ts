import { lazyComponent } from '../lazy/lazy-component';

/** The sheet that is open, if any. Its code is a chunk of its own, as that of each sheet. */
export const PanelSheets = lazyComponent(async () => (await import('./panel-sheets')).PanelSheets);
