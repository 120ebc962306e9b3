/** The only listed model. */
export const SCRIPTED_MODEL_ID = 'scripted/model';

/** The model's reply to one request. */
export type ScriptedReply =
  | {
      kind: 'response';
      reasoning?: string;
      content?: string;
      /** All calls get the id `call_0`, as with some servers. */
      calls?: { name: string; arguments: Record<string, unknown> }[];
      /** The reported tokens of the prompt; 900 if missing. */
      promptTokens?: number;
    }
  /** Begins to answer and then falls silent. */
  | { kind: 'stall'; content: string }
  | { kind: 'error'; status: number; message: string };

/** The data of each event of a streamed reply. A stalling reply lacks its end. */
export function replyEvents(reply: Exclude<ScriptedReply, { kind: 'error' }>): string[] {
  return reply.kind === 'stall' ? deltaEvents([{ content: reply.content }]) : responseEvents(reply);
}

function responseEvents(reply: Extract<ScriptedReply, { kind: 'response' }>): string[] {
  const deltas: object[] = [{ role: 'assistant', content: '' }];
  for (const text of halves(reply.reasoning ?? '')) deltas.push({ reasoning_content: text });
  for (const text of halves(reply.content ?? '')) deltas.push({ content: text });
  for (const [index, call] of (reply.calls ?? []).entries()) {
    const [first, ...rest] = halves(JSON.stringify(call.arguments));
    deltas.push({
      tool_calls: [
        { index, id: 'call_0', type: 'function', function: { name: call.name, arguments: first ?? '' } },
      ],
    });
    for (const text of rest) deltas.push({ tool_calls: [{ index, function: { arguments: text } }] });
  }
  const finishReason = reply.calls === undefined ? 'stop' : 'tool_calls';
  const promptTokens = reply.promptTokens ?? 900;
  const usage = { prompt_tokens: promptTokens, completion_tokens: 34, total_tokens: promptTokens + 34 };
  return [
    ...deltaEvents(deltas),
    event({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] }),
    event({ choices: [], usage }),
    '[DONE]',
  ];
}

function deltaEvents(deltas: readonly object[]): string[] {
  return deltas.map((delta) => event({ choices: [{ index: 0, delta, finish_reason: null }] }));
}

function event(fields: object): string {
  const head = {
    id: 'chatcmpl-scripted',
    object: 'chat.completion.chunk',
    created: 1,
    model: SCRIPTED_MODEL_ID,
  };
  return JSON.stringify({ ...head, ...fields });
}

/** The text in two halves, so that strings inside it are cut; nothing for an empty text. */
function halves(text: string): string[] {
  const characters = [...text];
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle), characters.slice(middle)]
    .map((half) => half.join(''))
    .filter((half) => half !== '');
}
