import type { JsonObject } from '../json';

/** The result of a tool call, as it is sent to the model. */
export interface ToolResult {
  success: boolean;
  /** One or two sentences for both user and model. */
  message: string;
  data?: JsonObject;
  error_code?: string;
}

/**
 * The `error_code` of a commit that was refused, with nothing written, because others had changed the saved state that it
 * would replace. An adapter's commit tools have to use it: the next commit then needs the user's approval.
 */
export const SAVED_CHANGED = 'saved_changed';
