import { expect, it } from 'vitest';
import { CHAT_FAMILIES } from './endpoint-families';
import type { AnswerMessage, EndpointFamily } from './endpoint-family';
import { mistralInLiteLLM } from './mistral-families';
import { strictServer } from './plain-families';
import { createStrictEndpoint } from './strict-endpoint';

type Message = Record<string, unknown> & Partial<Pick<AnswerMessage, 'tool_calls'>>;

/**
 * The messages of the request after these answers, in the family's form: the second answer ends a turn, the others have
 * two calls.
 */
function history(family: EndpointFamily, answers: readonly AnswerMessage[]): Message[] {
  const messages = answers.flatMap((answer, number): Message[] => {
    const { reasoning_content: reasoning, ...rest } = answer;
    const calls = answer.tool_calls?.map((call) => ({
      ...call,
      id: family === strictServer ? `${call.id}_${number}` : call.id,
    }));
    const message: Message = {
      role: 'assistant',
      ...rest,
      content: answer.content ?? (family === strictServer ? '' : null),
      ...(family === mistralInLiteLLM || reasoning === undefined ? {} : { reasoning_content: reasoning }),
      ...(calls === undefined ? {} : { tool_calls: calls }),
    };
    const results = calls?.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'Added.' })) ?? [];
    // The second answer is a text, and ends the first turn.
    return number === 1 ? [message, { role: 'user', content: 'More.' }] : [message, ...results];
  });
  return [{ role: 'system', content: 'You help.' }, { role: 'user', content: 'Hide them.' }, ...messages];
}

const last = (messages: Message[], role: string) =>
  messages.findLastIndex((message) => message.role === role);

/** Changes to the request that some families refuse. */
const DEFECTS: Readonly<Record<string, (messages: Message[]) => Message[]>> = {
  'no further members': (messages) =>
    messages.map(({ role, content, tool_calls: calls, tool_call_id: id }) => ({
      role,
      content,
      ...(calls === undefined
        ? {}
        : {
            tool_calls: calls.map((call) => ({ id: call.id, type: 'function', function: call.function })),
          }),
      ...(id === undefined ? {} : { tool_call_id: id }),
    })),
  'ids of another kind': (messages) =>
    JSON.parse(
      JSON.stringify(messages).replaceAll(
        /"(id|tool_call_id)":"([^"]+)"/g,
        (_, member, id: string) => `"${member}":"29aabcf7-b573-${id.slice(0, 20).replaceAll(/\W/g, '')}"`,
      ),
    ),
  'a user’s message after a result': (messages) => [...messages, { role: 'user', content: 'Stop.' }],
  'an empty answer': (messages) =>
    messages.toSpliced(
      last(messages, 'user') + 1,
      0,
      { role: 'assistant', content: '' },
      { role: 'user', content: 'So?' },
    ),
  'a result too few': (messages) => messages.toSpliced(last(messages, 'tool'), 1),
  'an unknown member': (messages) =>
    messages.map((message) => (message.role === 'assistant' ? { ...message, audio: {} } : message)),
};

const REFUSED: Readonly<Record<string, string[]>> = {
  OpenAI: ['a result too few'],
  'Gemini 3, OpenAI layer': ['no further members', 'a result too few'],
  'Gemini 3 in LiteLLM': ['ids of another kind', 'a result too few'],
  'Gemini 3 in OpenRouter': ['no further members', 'ids of another kind', 'a result too few'],
  'Claude with thinking in OpenRouter': ['a result too few'],
  'Claude with thinking in LiteLLM': ['no further members', 'a result too few'],
  'DeepSeek with thinking': ['no further members', 'a result too few'],
  'Kimi K2.5 and K2.6 with thinking': ['no further members', 'an empty answer', 'a result too few'],
  Mistral: Object.keys(DEFECTS).slice(1),
  'vLLM with a Mistral template': ['ids of another kind', 'a user’s message after a result'],
  'Mistral in LiteLLM': Object.keys(DEFECTS).slice(1),
  'Anthropic, OpenAI layer': ['an empty answer', 'a result too few'],
  Groq: ['a result too few', 'an unknown member'],
  'Amazon Bedrock, OpenAI layer': ['an empty answer', 'a result too few'],
  'Strict local servers': ['an empty answer', 'a result too few'],
};

it.each(CHAT_FAMILIES.map((family) => [family.name, family] as const))(
  'the double of %s accepts requests in the family’s form, and refuses those with a defect',
  async (name, family) => {
    const endpoint = createStrictEndpoint(family);
    const answers: AnswerMessage[] = [];
    const send = async (messages: Message[]) => {
      const text = answers.length === 1 ? 'Hidden.' : '';
      const names = [`a${answers.length}*`, `b${answers.length}*`];
      const calls = text === '' ? names.map((pattern) => ['hide', `{"pattern":"${pattern}"}`] as const) : [];
      const before = endpoint.accepted.length;
      const body = JSON.stringify({ model: 'm', messages, tools: [{}] });
      const response = await endpoint.respond(body, () => ({ text, calls }), false);
      const { choices } = (await response.json()) as { choices?: { message: AnswerMessage }[] };
      return endpoint.accepted.length === before ? null : (choices?.[0]?.message ?? expect.fail());
    };
    for (let number = 0; number < 3; number += 1) {
      answers.push((await send(history(family, answers))) ?? expect.fail(endpoint.refusals[0]?.words));
    }
    const whole = history(family, answers);
    expect(await send(whole)).not.toBeNull();
    const refused: string[] = [];
    for (const [defect, change] of Object.entries(DEFECTS)) {
      if ((await send(change(whole))) === null) refused.push(defect);
    }
    expect(refused).toEqual(REFUSED[name]);
  },
);
