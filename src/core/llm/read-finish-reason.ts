import type { FinishReason } from '@/src/schema/message';

/**
 * Finish reasons that name a failure: of Mistral and OpenRouter (`error`), vLLM and SGLang (`abort`), Z.ai
 * (`network_error`), DeepSeek (`insufficient_system_resource`) and Gemini, for a call that it couldn't read; and words of
 * gateways for an answer that ended early.
 */
const FAILURES =
  /^((\w+_)?error|failed|abort(ed)?|cancell?ed|time(d_|_)?out|interrupted|insufficient_system_resource)$|malformed_function_call|unexpected_tool_call/;

/**
 * The failure named by a finish reason, in the form of an endpoint's error; null for any other finish reason.
 */
export function failureOfFinishReason(word: string): { message: string; code: string } | null {
  const code = word.toLowerCase();
  return FAILURES.test(code) ? { message: `The answer ended with the finish reason ${code}.`, code } : null;
}

/**
 * Patterns for each finish reason: OpenAI's name, and the names of Anthropic, Gemini, Mistral and Bedrock, which
 * proxies pass on.
 */
const REASONS: readonly (readonly [FinishReason, RegExp])[] = [
  [
    'content_filter',
    /^(content_?filter|refusal|(image_)?safety|recitation|blocklist|prohibited|spii|guardrail)/i,
  ],
  ['length', /^(length|max_(output_)?tokens|model_(length|context))/i],
  ['tool_calls', /^(tool_|function_call)/i],
  ['stop', /^(stop|end_turn|eos)/i],
];

/**
 * Converts an endpoint's finish reason to Steward's. `word`: the endpoint's own reason; present only if Steward's is
 * `unknown` or `content_filter`, which say less.
 */
export function readFinishReason(word: string): { reason: FinishReason; word?: string } {
  // A name that no known server sends.
  const reason = REASONS.find(([, names]) => names.test(word))?.[0] ?? 'unknown';
  const saysLess = reason === 'unknown' || reason === 'content_filter';
  return saysLess && word !== reason ? { reason, word } : { reason };
}
