import { createChatReader } from '@/src/core/llm/chat-reader';
import { readCompletion } from '@/src/core/llm/read-completion';
import type { Wire } from './wire';
import { wireMessages } from './wire-messages';

/** Chat completions, which nearly every endpoint has. */
export const CHAT_WIRE: Wire = {
  path: '/chat/completions',
  body(request, adaptations) {
    const { model, tools, toolChoice, streaming, parameters } = request;
    const hasTools = tools.length > 0;
    const asksUsage = streaming && !adaptations.has('no_stream_options');
    return {
      model,
      messages: wireMessages(request, adaptations),
      tools: hasTools ? tools : null,
      tool_choice: hasTools && toolChoice !== 'auto' ? toolChoice : null,
      temperature: parameters.temperature,
      top_p: parameters.topP,
      [adaptations.has('max_completion_tokens') ? 'max_completion_tokens' : 'max_tokens']:
        parameters.maxTokens,
      reasoning_effort: parameters.reasoningEffort,
      stream_options: asksUsage ? { include_usage: true } : null,
    };
  },
  createReader: createChatReader,
  readWhole: (text, { host }) => readCompletion(text, host),
};
