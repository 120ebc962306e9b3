import type { ErrorInfo } from '@/src/schema/error-info';
import type { ErrorCode } from '@/src/schema/values/error-code';
import {
  isSaidText,
  type Said,
  type SaidText,
  say,
  type TextId,
  type TextKey,
} from '@/src/schema/values/said';

/** Facts that an endpoint itself reported with a failure. */
interface EndpointReport {
  /** The wait that it requested, in milliseconds; null if it requested none. */
  retryAfterMs: number | null;
}

interface ErrorFacts {
  readonly details?: string | null;
  readonly report?: EndpointReport | null;
  readonly cause?: unknown;
}

/** Steward's only error class. Ports reject with nothing else. */
export class StewardError extends Error {
  override readonly name = 'StewardError';
  readonly code: ErrorCode;
  /** The error in a sentence, for the user. `message` is for developers. */
  readonly said: Said;
  readonly remedy: Said;
  readonly details: string | null;
  /** Null unless an endpoint answered with the failure. It isn't sent between contexts. */
  readonly report: EndpointReport | null;

  constructor(code: ErrorCode, said: Said, options: ErrorFacts & { readonly remedy: Said }) {
    super(messageOf(said), options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.said = said;
    this.remedy = options.remedy;
    this.details = options.details ?? null;
    this.report = options.report ?? null;
  }
}

/**
 * Only scripts that have the English texts can put them into words (src/core/text/english.ts); elsewhere an error's
 * message is its id.
 */
let messageOf = (said: Said): string => (typeof said === 'string' ? said : said.id);

/** Puts the messages of later errors into words. */
export function wordErrors(words: (said: Said) => string): void {
  messageOf = words;
}

/** The key of an error whose remedy is the text with the same key and `Remedy` after it. */
type RemediedId = { [Id in TextId]: `${Id}Remedy` extends TextKey ? Id : never }[TextId];

/**
 * An error with texts of the catalogue; a key is a text without values. The remedy of an error with the key `a.b` is the text
 * `a.bRemedy`. If there is none, `facts` name the remedy.
 */
export function textError<Id extends string>(
  code: ErrorCode,
  message: (Id & TextKey) | SaidText<Id>,
  ...[facts]: Id extends RemediedId
    ? [facts?: ErrorFacts]
    : [facts: ErrorFacts & { readonly remedy: TextKey | SaidText }]
): StewardError {
  const said = textOf(message);
  const remedy =
    facts !== undefined && 'remedy' in facts ? textOf(facts.remedy) : { id: `${said.id}Remedy`, values: {} };
  return new StewardError(code, said, { ...facts, remedy });
}

function textOf(text: TextKey | SaidText): SaidText {
  return isSaidText(text) ? text : say(text);
}

/**
 * True for a {@link StewardError}. Checks the name, because each bundle may have its own copy of the class.
 */
export function isStewardError(value: unknown): value is StewardError {
  return value instanceof Error && value.name === 'StewardError' && 'code' in value;
}

/** True for a {@link StewardError} with this code. */
export function hasCode(value: unknown, code: ErrorCode): value is StewardError {
  return isStewardError(value) && value.code === code;
}

/**
 * The error for a defect of Steward, which no action of the user causes. Its text is the same for each; `details` states the
 * defect, for a report.
 */
export function internalError(code: ErrorCode, details: string): StewardError {
  return new StewardError(code, say('error.internal'), { remedy: say('remedy.report'), details });
}

/** Converts any thrown value. One that is not a StewardError is a bug in Steward and gets the code `internal`. */
export function toStewardError(error: unknown): StewardError {
  return isStewardError(error) ? error : internalError('internal', String(error));
}

/** Converts any thrown value to {@link ErrorInfo}, as {@link toStewardError} does. */
export function toErrorInfo(error: unknown): ErrorInfo {
  const { code, said, remedy, details } = toStewardError(error);
  return { code, message: said, remedy, details };
}

/** Converts {@link ErrorInfo} back to an error that can be thrown. */
export function fromErrorInfo(info: ErrorInfo): StewardError {
  return new StewardError(info.code, info.message, { remedy: info.remedy, details: info.details });
}
