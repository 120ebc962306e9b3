import type { FinishReason } from '@/src/schema/message';

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
 * Names of each finish reason: OpenAI's first, then those of Anthropic, Gemini and Mistral, which proxies pass on.
 */
const REASONS: readonly (readonly [FinishReason, RegExp])[] = [
  ['stop', /^(stop|end_turn|stop_sequence|eos|eos_token)$/i],
  ['tool_calls', /^(tool_calls|function_call|tool_use)$/i],
  ['length', /^(length|max_tokens|model_length|model_context_window_exceeded)$/i],
  [
    'content_filter',
    /^(content_filter|refusal|(image_)?safety|recitation|blocklist|prohibited_content|spii)$/i,
  ],
];

/** Maps a finish reason to Steward's. */
export function readFinishReason(word: string): FinishReason {
  // A name that no known server sends.
  return REASONS.find(([, names]) => names.test(word))?.[0] ?? 'unknown';
}
