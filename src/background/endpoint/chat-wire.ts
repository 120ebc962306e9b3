import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { readCompletion } from '@/src/core/llm/read-completion';
import { createStreamReader } from '@/src/core/llm/stream-reader';
import type { Adaptation } from './adaptations';
import type { Wire } from './wire';
import { wireMessages } from './wire-messages';

/** Chat completions, which nearly every endpoint has. */
export const CHAT_WIRE: Wire = {
  path: '/chat/completions',
  body: (request, adaptations) => ({
    model: request.model,
    messages: wireMessages(request, adaptations),
    ...toolFields(request),
    ...parameterFields(request, adaptations),
  }),
  createReader: createStreamReader,
  readWhole: (text, { host }) => readCompletion(text, host),
};

/** The fields for tools in the request body. {@link AIRequest.toolChoice} explains when they are omitted. */
function toolFields({
  tools,
  toolChoice,
}: AIRequest): Pick<ChatCompletionCreateParams, 'tools' | 'tool_choice'> {
  if (tools.length === 0) return {};
  return toolChoice === 'auto' ? { tools } : { tools, tool_choice: toolChoice };
}

/** The parameters as fields of the request body; unset parameters are omitted. */
function parameterFields(
  { parameters: { temperature, topP, maxTokens, reasoningEffort }, streaming }: AIRequest,
  adaptations: ReadonlySet<Adaptation>,
): Partial<ChatCompletionCreateParams> {
  const limitName = adaptations.has('max_completion_tokens') ? 'max_completion_tokens' : 'max_tokens';
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { top_p: topP }),
    ...(maxTokens === null ? {} : { [limitName]: maxTokens }),
    ...(reasoningEffort === null ? {} : { reasoning_effort: reasoningEffort }),
    ...(streaming && !adaptations.has('no_stream_options')
      ? { stream_options: { include_usage: true } }
      : {}),
  };
}
