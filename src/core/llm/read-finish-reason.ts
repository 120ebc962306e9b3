import type { FinishReason } from '../records/message';

/**
 * Finish reasons that name a failure: of Mistral and OpenRouter (`error`), vLLM and SGLang (`abort`), Z.ai
 * (`network_error`), DeepSeek (`insufficient_system_resource`) and Gemini, for a call that it couldn't read.
 */
const FAILURES =
  /^(error|server_error|internal_error|failed|aborted|abort|network_error|insufficient_system_resource)$|malformed_function_call/;

/**
 * The failure named by a finish reason, in the form of an endpoint's error; null for any other finish reason.
 */
export function failureOfFinishReason(word: string): { message: string; code: string } | null {
  const code = word.toLowerCase();
  return FAILURES.test(code) ? { message: `The answer ended with the finish reason ${code}.`, code } : null;
}

/**
 * Maps a finish reason to Steward's. `function_call` is the deprecated name of `tool_calls`; some servers
 * still use it.
 */
export function readFinishReason(word: string): FinishReason {
  switch (word) {
    case 'stop':
    case 'tool_calls':
    case 'length':
    case 'content_filter':
      return word;
    case 'function_call':
      return 'tool_calls';
    default:
      return 'unknown';
  }
}
