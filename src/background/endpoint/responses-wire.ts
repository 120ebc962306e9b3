import { assertNever } from '@/src/core/assert-never';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { ANSWER_BOUNDS, parseJson } from '@/src/core/llm/parse-json';
import { inputItems } from '@/src/core/llm/response-items';
import { createResponsesReader } from '@/src/core/llm/responses-reader';
import type { ApiMessage } from '@/src/schema/api-message';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import { type Wire, withValues } from './wire';
import { imagePart, sentMessages } from './wire-messages';

/**
 * The Responses API. Nothing is stored at the server: each request has the whole conversation, and reasoning comes and goes
 * back encrypted.
 */
export const RESPONSES_WIRE: Wire = {
  path: '/responses',
  body(request, adaptations) {
    const { model, tools, toolChoice, imageUrls, parameters } = request;
    const messages = sentMessages(request, adaptations);
    const turn = messages.findLastIndex(({ role }) => role === 'user');
    const keepsReasoning = (index: number) =>
      !adaptations.has('no_reasoning') && (index > turn || !adaptations.has('no_earlier_reasoning'));
    const reasoning = {
      effort: parameters.reasoningEffort,
      summary: adaptations.has('no_summary') ? null : 'auto',
    };
    return {
      model,
      store: false,
      instructions:
        messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n') || null,
      input: messages.flatMap((message, index) => itemsOf(message, imageUrls, keepsReasoning(index))),
      // Without `strict`, OpenAI demands optional parameters, too.
      tools:
        tools.length > 0 ? tools.map(({ type, function: tool }) => ({ type, ...tool, strict: false })) : null,
      tool_choice: tools.length > 0 ? choiceOf(toolChoice) : null,
      temperature: parameters.temperature,
      top_p: parameters.topP,
      max_output_tokens: parameters.maxTokens,
      reasoning: (reasoning.effort ?? reasoning.summary) ? withValues(reasoning) : null,
      include: adaptations.has('no_include') ? null : ['reasoning.encrypted_content'],
    };
  },
  createReader: createResponsesReader,
  readWhole(text, deps) {
    const value = parseJson(text, ANSWER_BOUNDS);
    if (!isJsonObject(value) || !Array.isArray(value.output)) return null;
    const reader = createResponsesReader(deps);
    // Streams of some servers end with such an event, too.
    return [...reader.read({ name: 'response.completed', data: text }), ...reader.end()];
  },
};

function choiceOf(choice: AIRequest['toolChoice']) {
  if (typeof choice === 'string') return choice === 'auto' ? null : choice;
  return { type: choice.type, name: choice.function.name };
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
        const part = imagePart(image, imageUrls);
        return part.type === 'text'
          ? { type: 'input_text', text: part.text }
          : { type: 'input_image', image_url: part.image_url.url };
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
