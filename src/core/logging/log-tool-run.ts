import type { JsonObject } from '@/src/schema/values/json';
import type { LogLevel } from '@/src/schema/values/log-level';
import type { LogEvent } from './log-event';

/** The loggable facts about a tool call. */
export interface ToolRunFacts {
  success: boolean;
  name: string;
  /** Null if the result has none. */
  errorCode: string | null;
  /** From dispatch to result; 0 if the call was never dispatched. */
  durationMs: number;
}

/**
 * Codes of refusals: the model can correct its call, the user refused, or there was nothing to do. Any other
 * code, including unknown ones, is a failure of the tool.
 */
const REFUSAL =
  /^(already|busy|cancelled|denied|duplicate|invalid|no|nothing|rejected|unknown|unsaved)(_|$)|^(not_ready|one_status_only|page_changed|user_wrote)$|_(locked|not_found)$/;

/**
 * The log entry for a tool call: `info` for successes and refusals, `warning` for a timeout, `error` for a
 * failure.
 */
export function logEventOfToolRun(
  topic: string,
  { success, name, errorCode, durationMs }: ToolRunFacts,
): LogEvent {
  const tool = nameForLog(name);
  const code = errorCode === null ? null : nameForLog(errorCode);
  const data: JsonObject = { tool, success, errorCode: code, durationMs };
  const outcome = success ? 'succeeded' : code === null ? 'failed' : `failed: ${code}`;
  return { level: levelOf(success, code), topic, message: `${tool} ${outcome}.`, data };
}

/** Replaces a tool name or code that isn't well-formed, since a model or page may have invented it. */
export function nameForLog(name: string): string {
  return /^[\w.:-]{1,64}$/.test(name) ? name : '(no usable name)';
}

function levelOf(success: boolean, code: string | null): LogLevel {
  if (success || (code !== null && REFUSAL.test(code))) return 'info';
  return code === 'timeout' ? 'warning' : 'error';
}
