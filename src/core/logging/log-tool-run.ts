import type { JsonObject } from '../json';
import type { LogEvent } from './log-event';
import type { LogLevel } from './log-level';

/** What a call came to, as far as the log may know it (ledger conflict 5). */
export interface ToolRunFacts {
  success: boolean;
  name: string;
  /** Null where the result has none. */
  errorCode: string | null;
  /** From dispatch to result; 0 for calls that never reached their executor. */
  durationMs: number;
}

/**
 * Codes of refusals: the model can mend its call, the user said no, or there was nothing to do. Whatever else fails
 * is a failed run of the tool, codes that nobody has thought of yet included.
 */
const REFUSAL =
  /^(already|busy|cancelled|denied|duplicate|invalid|no|nothing|rejected|unknown|unsaved)(_|$)|^(not_ready|one_status_only|page_changed)$|_(locked|not_found)$/;

/**
 * How a tool's run is logged: `info` for successes and refusals, `warning` for a time-out (ledger A-204), `error` for
 * a run that failed.
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

/** A tool's name or a code, which a model or page may have made up: what isn't spelt like one isn't logged. */
export function nameForLog(name: string): string {
  return /^[\w.:-]{1,64}$/.test(name) ? name : '(no usable name)';
}

function levelOf(success: boolean, code: string | null): LogLevel {
  if (success || (code !== null && REFUSAL.test(code))) return 'info';
  return code === 'timeout' ? 'warning' : 'error';
}
