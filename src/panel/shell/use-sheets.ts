import { useCallback, useState } from 'react';
import type { ConnectionField } from '@/src/panel/kit/errors/connection-field';
import type { OpenSheet } from './open-sheet';

/** The open sheet, if any, and functions that open and close sheets. */
export interface Sheets {
  open: OpenSheet | null;
  /** The checkpoint that the sheet of checkpoints selects when it opens; null for the current state. */
  checkpointId: string | null;
  /** The field that has the focus when the settings open with the form of the chat's connection; null for its list. */
  connectionField: ConnectionField | null;
  show(sheet: OpenSheet): void;
  showCheckpoints(checkpointId: string | null): void;
  editConnection(field: ConnectionField): void;
  close(): void;
}

type Shown = Pick<Sheets, 'open' | 'checkpointId' | 'connectionField'>;

const CLOSED: Shown = { open: null, checkpointId: null, connectionField: null };

export function useSheets(): Sheets {
  const [shown, setShown] = useState<Shown>(CLOSED);
  return {
    ...shown,
    show: (open) => setShown({ ...CLOSED, open }),
    showCheckpoints: (checkpointId) => setShown({ ...CLOSED, open: 'checkpoints', checkpointId }),
    editConnection: (connectionField) => setShown({ ...CLOSED, open: 'connections', connectionField }),
    close: useCallback(() => setShown(CLOSED), []),
  };
}
