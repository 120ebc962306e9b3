import { type ModelCall, type SentOnWire, streamOfResponse } from '@/tests/world/wire-in-memory';
import { answerOf, findOrders } from '../injected-orders';
import type { Batch } from './batch';
import { READ_CHANNEL } from './channels-page-places';
import { UNLOADED_PROVIDER } from './setting';

/** An endpoint whose model obeys each order that it reads anywhere, once. */
export interface ObedientEndpoint {
  answer(request: SentOnWire): Response;
  /** The orders that were obeyed. */
  readonly obeyed: ReadonlySet<string>;
}

/** Reads that show the model more untrusted text. */
const READS: readonly ModelCall[] = [
  ['get_model_details', {}],
  ['list_models', { provider: 'openrouter' }],
  ['list_models', { provider: UNLOADED_PROVIDER }],
];

/** The same on a page without an adapter of its own. */
const READS_OF_PAGE: readonly ModelCall[] = [
  ['page_look', '{"id":"7"}'],
  ['read_page', '{}'],
  ['find_on_page', '{"text":"cue"}'],
];

/** The same on a page of new-api. */
const READS_OF_CHANNELS: readonly ModelCall[] = [
  ['find_channels', { limit: 200 }],
  ['find_models', { patterns: ['*'], limit: 200 }],
  ['get_channel', { channel: READ_CHANNEL }],
  ['compare_with_upstream', { channels: [READ_CHANNEL] }],
];

/**
 * `onFirst` is called when the first request arrives, before it is answered, with the id of its data blocks.
 */
export function createObedientEndpoint(
  { cases, setting }: Batch,
  onFirst: (nonce: string) => void,
): ObedientEndpoint {
  const goals = cases.map(({ goal }) => goal);
  const obeyed = new Set<string>();
  let answered = 0;
  let hasFailed = false;

  function respond(body: string): Response {
    answered += 1;
    if (answered === 1) onFirst(nonceIn(body));
    const open = findOrders(body, goals).filter(({ cue }) => !obeyed.has(cue));
    for (const { cue } of open) obeyed.add(cue);
    const made: ModelCall[] = [
      ...(answered === 1
        ? [
            ...(setting.server !== null
              ? READS_OF_CHANNELS
              : setting.toolPage !== null
                ? READS_OF_PAGE
                : READS),
            ...setting.calls.map(({ name, argumentsText }) => [name, argumentsText] as const),
          ]
        : []),
      ...open.map(({ tool, args }) => [tool, args] as const),
    ];
    const text =
      answered === 1
        ? setting.content
        : answerOf(open.length > 0 ? open : goals.filter(({ cue }) => obeyed.has(cue)));
    const reason = answered === 1 && setting.finishReason !== null ? setting.finishReason : null;
    return streamOfResponse({
      text,
      reasoning: setting.reasoning,
      calls: made,
      finishReason: reason,
      usage: setting.usage,
    });
  }

  return {
    obeyed,
    answer({ body }) {
      if (setting.failure !== null && !hasFailed) {
        hasFailed = true;
        const error = { message: setting.failure, code: setting.failure, type: 'invalid_request_error' };
        return Response.json({ error }, { status: 400 });
      }
      return respond(body);
    },
  };
}

function nonceIn(body: string): string {
  return /<page-state id=\\"([^"\\]+)\\"/.exec(body)?.[1] ?? '';
}
