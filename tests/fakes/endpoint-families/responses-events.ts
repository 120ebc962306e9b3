import type { StreamShape } from './responses-route';

/** An item of an answer, as the server sends it. */
export type OutputItem = { type: 'reasoning' | 'message' | 'function_call'; id: string } & Record<
  string,
  unknown
>;

/** The body of a stream with these items. */
export function streamText(items: readonly OutputItem[], shape: StreamShape): string {
  const events = eventsOf(items, shape).map((event, at) => ({ ...event, sequence_number: at }));
  const lines = events.map((event) => {
    const name = shape.eventNames ? `event: ${event.type}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return [...lines, ...(shape.endMark ? ['data: [DONE]\n\n'] : [])].join('');
}

/** The whole response with these items. */
export function responseOf(items: readonly OutputItem[], shape: StreamShape) {
  return {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    error: null,
    incomplete_details: null,
    output: items.map((item) => shown(item, shape)),
  };
}

type Event = { type: string } & Record<string, unknown>;

function eventsOf(items: readonly OutputItem[], shape: StreamShape): Event[] {
  const events: Event[] = [
    { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } },
  ];
  const last: Event[] = [];
  for (const [at, item] of items.entries()) {
    const place = shape.indices ? { output_index: at } : {};
    if (shape.beginnings) {
      const begun = { ...shown(item, shape), ...emptied(item) };
      events.push({ type: 'response.output_item.added', ...place, item: begun });
    }
    if (shape.pieces) events.push(...piecesOf(item, place, shape));
    const done = { type: 'response.output_item.done', ...place, item: shown(item, shape) };
    const isLate = shape.items === 'together' || (shape.items === 'messages-last' && item.type === 'message');
    if (shape.items !== 'none') (isLate ? last : events).push(done);
  }
  const response = responseOf(items, shape);
  const output = {
    whole: response.output,
    empty: [],
    // LiteLLM makes reasoning of the shape of a message here.
    'other-reasoning': response.output.map((item) =>
      item.type === 'reasoning'
        ? {
            id: item.id,
            type: 'reasoning',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'other' }],
          }
        : item,
    ),
  }[shape.output];
  return [...events, ...last, { type: 'response.completed', response: { ...response, output } }];
}

function shown(item: OutputItem, { callItemIds }: StreamShape): Record<string, unknown> {
  const { id, ...rest } = item;
  return item.type === 'function_call' && !callItemIds ? rest : item;
}

function emptied({ type }: OutputItem): Record<string, unknown> {
  if (type === 'function_call') return { arguments: '', status: 'in_progress' };
  return type === 'message' ? { content: [], status: 'in_progress' } : { summary: [], encrypted_content: '' };
}

const TEXTS = { message: 'output_text', summary: 'reasoning_summary_text', content: 'reasoning_text' };

function piecesOf(item: OutputItem, place: object, { ends, indices }: StreamShape): Event[] {
  const base = { item_id: item.id, ...place };
  if (item.type === 'function_call') {
    const text = String(item.arguments);
    return withEnd('function_call_arguments', text, 'arguments', base, ends);
  }
  const member = item.type === 'message' ? 'content' : item.content === undefined ? 'summary' : 'content';
  const name = TEXTS[item.type === 'message' ? 'message' : member];
  return (item[member] as { text: string }[]).flatMap(({ text }, at) => {
    const part = indices ? { [member === 'summary' ? 'summary_index' : 'content_index']: at } : {};
    return withEnd(name, text, 'text', { ...base, ...part }, ends);
  });
}

function withEnd(name: string, text: string, member: string, base: object, ends: boolean): Event[] {
  const middle = Math.ceil(text.length / 2);
  const pieces = [text.slice(0, middle), text.slice(middle)].map((delta) => ({
    type: `response.${name}.delta`,
    ...base,
    delta,
  }));
  return [...pieces, ...(ends ? [{ type: `response.${name}.done`, ...base, [member]: text }] : [])];
}
