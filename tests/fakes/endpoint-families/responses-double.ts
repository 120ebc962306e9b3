import { z } from 'zod';
import { opaque, thought } from './answer-marks';
import type { PlainAnswer, ProblemKind } from './endpoint-family';
import { type OutputItem, responseOf, streamText } from './responses-events';
import type { ResponsesRoute } from './responses-route';

const text = z.string();
const userPart = z.union([
  z.strictObject({ type: z.literal('input_text'), text }),
  z.strictObject({ type: z.literal('input_image'), image_url: text.startsWith('data:') }),
]);
const answerPart = z.strictObject({ type: z.literal('output_text'), text });

/** No item may have an id: the server has stored nothing. */
const inputItem = z.union([
  z.strictObject({ type: z.literal('message'), role: z.literal('user'), content: z.array(userPart) }),
  z.strictObject({
    type: z.literal('message'),
    role: z.literal('assistant'),
    phase: text.optional(),
    content: z.array(answerPart),
  }),
  z.strictObject({ type: z.literal('function_call'), call_id: text.min(1), name: text, arguments: text }),
  z.strictObject({ type: z.literal('function_call_output'), call_id: text, output: text }),
  z.strictObject({
    type: z.literal('reasoning'),
    summary: z.array(z.unknown()),
    content: z.array(z.unknown()).optional(),
    encrypted_content: text.optional(),
  }),
]);

type InputItem = z.infer<typeof inputItem>;

/** A request as the API defines it. A member of chat completions, such as `messages`, is refused. */
const responsesRequest = z.strictObject({
  model: text,
  stream: z.boolean(),
  store: z.literal(false),
  include: z.tuple([z.literal('reasoning.encrypted_content')]).optional(),
  instructions: text.optional(),
  input: z.array(inputItem).min(1),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        name: text,
        description: text,
        parameters: z.looseObject({}),
        strict: z.literal(false),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z
    .union([z.literal('none'), z.strictObject({ type: z.literal('function'), name: text })])
    .optional(),
  reasoning: z.strictObject({ effort: text.optional(), summary: z.literal('auto').optional() }).optional(),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  max_output_tokens: z.int().min(16).optional(),
});

type ResponsesRequest = z.infer<typeof responsesRequest>;
interface Problem {
  kind: ProblemKind;
  words: string;
}

/** A double of the Responses API of a server: it checks each request as a whole, and answers in the server's form. */
export function createResponsesDouble(route: ResponsesRoute) {
  /** The items of each answer that was sent. */
  const answers: OutputItem[][] = [];

  function problemOf({ input }: ResponsesRequest): Problem | null {
    return problemOfResults(input) ?? problemOfReasoning(input);
  }

  /** Requires that an answer with calls is repeated with its reasoning, each item before the one that it led to. */
  function problemOfReasoning(input: readonly InputItem[]): Problem | null {
    const leading = new Map<string, { reasoning: string[]; phase: unknown }>();
    for (const items of answers.filter((one) => one.some(({ type }) => type === 'function_call'))) {
      let reasoning: string[] = [];
      for (const item of items) {
        if (item.type === 'reasoning') reasoning.push(keyOf(item));
        else {
          leading.set(keyOf(item), { reasoning, phase: item.phase });
          reasoning = [];
        }
      }
    }
    let before: string[] = [];
    for (const item of input) {
      if (item.type === 'reasoning') {
        before.push(keyOf(item));
        continue;
      }
      const expected = leading.get(keyOf(item));
      const needed = expected?.reasoning ?? [];
      if (before.some((one) => !needed.includes(one))) {
        const words = 'The encrypted content for this item could not be verified: it is unknown here.';
        return { kind: 'continuation', words };
      }
      if (route.needsReasoning && before.join() !== needed.join()) {
        const words = `Item of type '${item.type}' was provided without its required 'reasoning' item.`;
        return { kind: 'continuation', words };
      }
      if (
        expected !== undefined &&
        'role' in item &&
        item.role === 'assistant' &&
        item.phase !== expected.phase
      )
        return { kind: 'continuation', words: `The phase of a message differs: ${item.phase}` };
      before = [];
    }
    const words = "Item of type 'reasoning' was provided without its required following item.";
    return before.length > 0 ? { kind: 'continuation', words } : null;
  }

  return {
    /** The request, or the problem for which it is refused. */
    check(body: unknown): { request: ResponsesRequest } | { problem: Problem } {
      const parsed = responsesRequest.safeParse(body);
      if (!parsed.success) {
        return { problem: { kind: 'unknown-member', words: z.prettifyError(parsed.error) } };
      }
      const problem = problemOf(parsed.data);
      return problem === null ? { request: parsed.data } : { problem };
    },
    answer(plain: PlainAnswer, isStreamed: boolean): Response {
      const items = itemsOf(plain, answers.length, route);
      answers.push(items);
      if (!isStreamed) return Response.json(responseOf(items, route.shape));
      const headers = { 'content-type': 'text/event-stream' };
      return new Response(streamText(items, route.shape), { headers });
    },
  };
}

/** Identifies an item by what a request repeats of it. */
function keyOf(item: InputItem | OutputItem): string {
  if (item.type === 'function_call') return `call ${item.arguments}`;
  if (item.type === 'reasoning')
    return `reasoning ${JSON.stringify([item.summary, item.content, item.encrypted_content])}`;
  return JSON.stringify('content' in item ? textsIn(item.content) : item);
}

function textsIn(content: unknown): unknown[] {
  return Array.isArray(content) ? content.map((part) => Object(part).text) : [];
}

function problemOfResults(input: readonly InputItem[]): Problem | null {
  const open = new Set<string>();
  const seen = new Set<string>();
  for (const item of input) {
    if (item.type === 'function_call') {
      if (seen.has(item.call_id)) return { kind: 'call-id', words: `Duplicate call_id ${item.call_id}.` };
      open.add(item.call_id);
      seen.add(item.call_id);
    } else if (item.type === 'function_call_output') {
      if (!open.delete(item.call_id)) {
        return {
          kind: 'results',
          words: `No tool call found for function call output with call_id ${item.call_id}.`,
        };
      }
    } else if (item.type === 'message' && open.size > 0) break;
  }
  const [missing] = open;
  return missing === undefined
    ? null
    : { kind: 'results', words: `No tool output found for function call ${missing}.` };
}

/** The items of an answer: reasoning before a text, and before the first call. */
function itemsOf({ text: said, calls }: PlainAnswer, number: number, route: ResponsesRoute): OutputItem[] {
  const reasoning = (at: number): OutputItem[] => {
    if (route.reasoning === 'none') return [];
    const words = thought(number * 10 + at);
    const id = `rs_${opaque(number * 10 + at, 30)}`;
    return [
      route.reasoning === 'open'
        ? {
            type: 'reasoning',
            id,
            summary: [],
            content: [{ type: 'reasoning_text', text: words }],
            encrypted_content: '',
          }
        : {
            type: 'reasoning',
            id,
            summary: [{ type: 'summary_text', text: words }],
            encrypted_content: `gAAAA${opaque(number * 10 + at, 60)}`,
          },
    ];
  };
  const phase = route.needsReasoning ? { phase: calls.length > 0 ? 'commentary' : 'final_answer' } : {};
  const message: OutputItem = {
    type: 'message',
    // Proxies make it of an id that their upstream repeats.
    id: 'msg_chatcmpl-1_0',
    role: 'assistant',
    status: 'completed',
    ...phase,
    content: [{ type: 'output_text', text: said, annotations: [] }],
  };
  return [
    ...(said === '' ? [] : [...reasoning(0), message]),
    ...(calls.length === 0 ? [] : reasoning(1)),
    ...calls.map(([name, args], at): OutputItem => {
      const callId = `call_${opaque(number * 100 + at, 24)}`;
      return {
        type: 'function_call',
        id: `fc_${callId}`,
        call_id: callId,
        name,
        arguments: args,
        status: 'completed',
      };
    }),
  ];
}
