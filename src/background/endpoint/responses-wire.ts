import { assertNever } from '@/src/core/assert-never';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { ANSWER_BOUNDS, parseJson } from '@/src/core/llm/parse-json';
import { inputItems } from '@/src/core/llm/response-items';
import { createResponsesReader } from '@/src/core/llm/responses-reader';
import type { ApiMessage } from '@/src/schema/api-message';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import type { Adaptation } from './adaptations';
import type { Wire } from './wire';
import { imageUrlOf, sentMessages } from './wire-messages';

/**
 * The Responses API. Nothing is stored at the server: each request has the whole conversation, and reasoning comes and goes
 * back encrypted.
 */
export const RESPONSES_WIRE: Wire = {
  path: '/responses',
  body: (request, adaptations) => ({
    model: request.model,
    store: false,
    ...inputFields(request, adaptations),
    ...toolFields(request),
    ...parameterFields(request, adaptations),
  }),
  createReader: createResponsesReader,
  readWhole(text, deps) {
    const value = parseJson(text, ANSWER_BOUNDS);
    const isAnswer = isJsonObject(value) && Array.isArray(value.output);
    return isAnswer ? createResponsesReader(deps).readWhole(value) : null;
  },
};

function inputFields(request: AIRequest, adaptations: ReadonlySet<Adaptation>) {
  const messages = sentMessages(request, adaptations);
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  const turn = messages.findLastIndex(({ role }) => role === 'user');
  const input = messages.flatMap((message, index) => {
    const keepsReasoning =
      !adaptations.has('no_reasoning') && (index > turn || !adaptations.has('no_earlier_reasoning'));
    return itemsOf(message, request.imageUrls, keepsReasoning);
  });
  return { ...(system.length === 0 ? {} : { instructions: system.join('\n\n') }), input };
}

function itemsOf(
  message: ApiMessage,
  imageUrls: AIRequest['imageUrls'],
  keepsReasoning: boolean,
): JsonObject[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user': {
      const images = (message.images ?? []).map((image) => {
        const { url, text } = imageUrlOf(image, imageUrls);
        return url === null ? { type: 'input_text', text } : { type: 'input_image', image_url: url };
      });
      const content = [{ type: 'input_text', text: message.content }, ...images];
      return [{ type: 'message', role: 'user', content }];
    }
    case 'assistant':
      return inputItems(message, keepsReasoning);
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.tool_call_id, output: message.content }];
    default:
      return assertNever(message);
  }
}

function toolFields({ tools, toolChoice }: AIRequest) {
  if (tools.length === 0) return {};
  // Without `strict`, OpenAI demands optional parameters, too.
  const flat = tools.map(({ type, function: tool }) => ({ type, ...tool, strict: false }));
  if (toolChoice === 'auto') return { tools: flat };
  const choice = toolChoice === 'none' ? toolChoice : { type: 'function', name: toolChoice.function.name };
  return { tools: flat, tool_choice: choice };
}

function parameterFields(
  { parameters: { temperature, topP, maxTokens, reasoningEffort } }: AIRequest,
  adaptations: ReadonlySet<Adaptation>,
) {
  const reasoning = {
    ...(reasoningEffort === null ? {} : { effort: reasoningEffort }),
    ...(adaptations.has('no_summary') ? {} : { summary: 'auto' }),
  };
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { top_p: topP }),
    ...(maxTokens === null ? {} : { max_output_tokens: maxTokens }),
    ...(Object.keys(reasoning).length === 0 ? {} : { reasoning }),
    ...(adaptations.has('no_include') ? {} : { include: ['reasoning.encrypted_content'] }),
  };
}
