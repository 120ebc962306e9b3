import { useCallback, useState } from 'react';
import type { ConnectionField } from '@/src/panel/kit/errors/connection-field';
import type { OpenSheet } from './open-sheet';

/** The open sheet, if any, and functions that open and close sheets. */
export interface Sheets {
  open: OpenSheet | null;
  /** The checkpoint that is chosen when the sheet of checkpoints opens; null for the current state. */
  checkpointId: string | null;
  /** The field to focus in the form of the chat's connection, with which the settings then open; null to open its list. */
  connectionField: ConnectionField | null;
  show(sheet: OpenSheet): void;
  showCheckpoints(checkpointId: string | null): void;
  editConnection(field: ConnectionField): void;
  close(): void;
}

type SheetsState = Pick<Sheets, 'open' | 'checkpointId' | 'connectionField'>;

const CLOSED: SheetsState = { open: null, checkpointId: null, connectionField: null };

export function useSheets(): Sheets {
  const [shown, setShown] = useState<SheetsState>(CLOSED);
  return {
    ...shown,
    show: (open) => setShown({ ...CLOSED, open }),
    showCheckpoints: (checkpointId) => setShown({ ...CLOSED, open: 'checkpoints', checkpointId }),
    editConnection: (connectionField) => setShown({ ...CLOSED, open: 'connections', connectionField }),
    close: useCallback(() => setShown(CLOSED), []),
  };
}
