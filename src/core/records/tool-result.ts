import type { JsonObject } from '../json';
/** What a call came to. `error_code` is spelt as it goes over the wire to the model (ledger A-053..A-056). */
export interface ToolResult {
  success: boolean;
  /** One or two sentences for user and model alike. */
  message: string;
  data?: JsonObject;
  error_code?: string;
}

/**
 * The `error_code` of a commit that was refused, with nothing written, because somebody else had changed what it would
 * replace. An adapter's commit tools have to use it: the next commit then needs the user's approval.
 */
export const SAVED_CHANGED = 'saved_changed';
