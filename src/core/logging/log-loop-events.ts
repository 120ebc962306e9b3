import { english } from '@/src/core/text/english';
import { errorLogLevel } from '@/src/schema/values/error-code';
import type { JsonObject } from '@/src/schema/values/json';
import type { LogLevel } from '@/src/schema/values/log-level';
import { assertNever } from '../assert-never';
import type { EventBus } from '../ports/event-bus';
import { LOOP_TOPICS, type LoopEvent } from '../records/loop-event';
import { errorFacts } from './error-log-level';
import type { Logger } from './log-entry';

interface LogEvent {
  level: LogLevel;
  topic: string;
  message: string;
  data: JsonObject | null;
}

/** Writes events of runs to the log, as {@link logEventOf} maps them. */
export function createLoopLog(logger: Logger): EventBus {
  return {
    emit({ chatId, runId }, event) {
      const logged = logEventOf(event);
      if (logged === null) return;
      const { level, topic, message, data } = logged;
      logger[level](topic, message, { chatId, runId, data });
    },
  };
}

/** Longest text logged of a prompt problem, in UTF-16 units: it may quote a template. */
const MAX_PROBLEM_LENGTH = 300;

/**
 * Maps an event of the loop to a log entry; null for events that are not logged: text of the model or the
 * user, and states that are stored in the chat.
 *
 * Text by the user, the model or the page is left out: a checkpoint is logged by its id because its label
 * shows arguments, and for a repaired call only the number of repairs is logged. Prompt problems are logged
 * with their message, which names keys and the fault in a template.
 */
export function logEventOf(event: LoopEvent): LogEvent | null {
  // Most topics follow from the name of the event.
  const topic = LOOP_TOPICS[event.type] ?? `ai_loop.${event.type.replaceAll('-', '_')}`;
  const entry = (level: LogLevel, message: string, data: JsonObject | null) => ({
    level,
    topic,
    message,
    data,
  });
  switch (event.type) {
    case 'session-started':
      return entry('info', 'A run started.', null);
    case 'session-ended':
      return entry('info', `A run ended: ${event.reason}.`, { reason: event.reason });
    case 'paused':
      return entry('info', 'A run was paused.', null);
    case 'resumed':
      return entry('info', 'A run was resumed.', null);
    case 'checkpoint-taken': {
      const { checkpointId, deletedCount } = event;
      return entry('info', 'A checkpoint was taken.', { checkpointId, deletedCount });
    }
    case 'retry-scheduled': {
      const { attempt, attempts, delayMs, error } = event;
      const message = `${english(error.message)} The request goes out again in ${delayMs} ms.`;
      return entry('warning', message, { ...errorFacts(error), attempt, attempts, delayMs });
    }
    case 'request-queued': {
      const { reason, untilMs } = event.wait;
      const why = reason === 'in-flight' ? 'for other requests to the endpoint' : 'as the endpoint asked';
      return entry('info', `A request waits ${why}.`, { reason, untilMs });
    }
    case 'response-restarted':
      return entry(
        'warning',
        'The answer so far was dropped: its pieces contradict each other, or it turned out to be reasoning.',
        null,
      );
    case 'call-invalid': {
      const { count } = event;
      const tool = nameForLog(event.name);
      const inRow = count === 0 ? '' : ` (${count} in a row)`;
      const message = `A call of ${tool} could not be run as written${inRow}.`;
      return entry('warning', message, { tool, count });
    }
    case 'call-repaired': {
      const tool = nameForLog(event.name);
      const message = `The arguments of a call of ${tool} were wrongly encoded and were repaired.`;
      return entry('warning', message, { tool, repairs: event.repairs.length });
    }
    case 'prompt-problems': {
      const problems = event.messages.map((text) => text.slice(0, MAX_PROBLEM_LENGTH));
      return entry('warning', 'Parts of the prompt can’t be used as they are.', { problems });
    }
    case 'tool-result-processed':
      return entry(...toolRunEntry(event));
    case 'error':
      return entry(errorLogLevel(event.error.code), english(event.error.message), errorFacts(event.error));
    case 'user-message-processed':
    case 'input-accepted':
    case 'response-started':
    case 'request-sent':
    case 'chunk-received':
    case 'tool-call-part-received':
    case 'response-ended':
    case 'tool-call-identified':
    case 'tool-call-delegated':
    case 'call-progressed':
    case 'status-changed':
      return null;
    default:
      return assertNever(event);
  }
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
function toolRunEntry({
  success,
  name,
  errorCode,
  durationMs,
}: Extract<LoopEvent, { type: 'tool-result-processed' }>): [LogLevel, string, JsonObject] {
  const tool = nameForLog(name);
  const code = errorCode === null ? null : nameForLog(errorCode);
  const data = { tool, success, errorCode: code, durationMs };
  const outcome = success ? 'succeeded' : code === null ? 'failed' : `failed: ${code}`;
  return [levelOf(success, code), `${tool} ${outcome}.`, data];
}

/** Replaces a tool name or code that isn't well-formed, since a model or page may have invented it. */
function nameForLog(name: string): string {
  return /^[\w.:-]{1,64}$/.test(name) ? name : '(no usable name)';
}

function levelOf(success: boolean, code: string | null): LogLevel {
  if (success || (code !== null && REFUSAL.test(code))) return 'info';
  return code === 'timeout' ? 'warning' : 'error';
}
