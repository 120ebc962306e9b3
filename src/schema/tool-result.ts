import type { JsonObject } from './values/json';

/** The result of a tool call, as it is sent to the model. */
export interface ToolResult {
  success: boolean;
  /** One or two sentences for both user and model. */
  message: string;
  data?: JsonObject;
  error_code?: string;
}
