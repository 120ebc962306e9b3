import { useCallback, useState } from 'react';
import type { OpenSheet } from './open-sheet';

/** The open sheet, if any, and functions that open and close sheets. */
export interface Sheets {
  open: OpenSheet | null;
  /** The checkpoint that the sheet of checkpoints selects when it opens; null for the current state. */
  checkpointId: string | null;
  show(sheet: OpenSheet): void;
  showCheckpoints(checkpointId: string | null): void;
  close(): void;
}

export function useSheets(): Sheets {
  const [shown, setShown] = useState<Pick<Sheets, 'open' | 'checkpointId'>>({
    open: null,
    checkpointId: null,
  });
  return {
    ...shown,
    show: (open) => setShown({ open, checkpointId: null }),
    showCheckpoints: (checkpointId) => setShown({ open: 'checkpoints', checkpointId }),
    close: useCallback(() => setShown({ open: null, checkpointId: null }), []),
  };
}
