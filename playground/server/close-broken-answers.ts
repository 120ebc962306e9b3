import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

/** Closes the client's connection if an answer fails midway, so that a partial answer never looks complete. */
export const closeBrokenAnswers: MiddlewareHandler<{ Bindings: HttpBindings }> = async (context, next) => {
  await next();
  const { body } = context.res;
  if (body === null) return;
  const reader = body.getReader();
  const watched = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch {
          // Closes after pending writes, so that the client receives everything that was sent.
          context.env.outgoing.socket?.destroySoon();
          // Never ends: an error would be logged with its stack, and a normal end would make the answer look complete.
          await new Promise<never>(() => {});
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const response = new Response(watched, context.res);
  // Hono would merge the old response's headers into the new one.
  context.res = undefined;
  context.res = response;
};
