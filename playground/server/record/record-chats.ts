import { randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { readBody } from '../read-body';
import { createAnswerReader } from './answer-reader';
import { type ChatEntry, type ChatRecord, providerOf } from './chat-record';
import { watchBody } from './watch-body';

/** The model under which a request is recorded. Requests without a model are not recorded. */
const namedModel = z.looseObject({ model: z.string().min(1) });

const BROKEN_STREAM = {
  type: 'broken_stream',
  message: 'The connection was cut before the answer was complete.',
};

/**
 * Records each chat completion once its answer has been sent or has failed. If an answer fails midway, the
 * client's connection is closed, so that a partial answer never looks complete.
 */
export function recordChats(record: ChatRecord): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (context, next) => {
    const startedAtMs = Date.now();
    const asked = await readBody(context.req, namedModel);
    await next();

    const response = context.res;
    const reader = createAnswerReader(response.headers.get('content-type') ?? '');
    const end = (ended: 'read' | 'cancelled' | 'broken') => {
      if (!asked.ok) return;
      const { model } = asked.value;
      record.add({
        id: randomBytes(4).toString('hex'),
        startedAtMs,
        durationMs: Date.now() - startedAtMs,
        provider: providerOf(model),
        model,
        status: response.status,
        ...outcomeOf(ended, response.status, reader.end()),
      });
    };
    if (response.body === null) {
      end(context.req.raw.signal.aborted ? 'cancelled' : 'read');
      return;
    }
    const body = watchBody(response.body, {
      onBytes: reader.push,
      onEnd: () => end('read'),
      onCancel: () => end('cancelled'),
      onBreak: () => {
        end('broken');
        // Closes after pending writes, so that the client receives all that was sent.
        context.env.outgoing.socket?.destroySoon();
      },
    });
    // Hono would merge the old response's headers into the new one.
    context.res = undefined;
    context.res = new Response(body, response);
  };
}

function outcomeOf(
  ended: 'read' | 'cancelled' | 'broken',
  status: number,
  { tokens, failure }: ReturnType<ReturnType<typeof createAnswerReader>['end']>,
): Pick<ChatEntry, 'outcome' | 'tokens' | 'failure'> {
  if (ended === 'cancelled') return { outcome: 'cancelled', tokens, failure: null };
  if (ended === 'broken') return { outcome: 'failed', tokens, failure: BROKEN_STREAM };
  if (failure !== null) return { outcome: 'failed', tokens, failure };
  if (status < 300) return { outcome: 'complete', tokens, failure: null };
  return {
    outcome: 'failed',
    tokens,
    failure: { type: `http_${status}`, message: `The answer had the status ${status}.` },
  };
}
