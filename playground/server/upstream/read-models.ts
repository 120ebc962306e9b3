import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { parseJson } from '../../parse-json';
import { UpstreamError } from './upstream-error';

const MAX_LIST_BYTES = 16 * 1024 * 1024;

const listBody = z.object({
  data: z.array(z.object({ id: z.string().min(1) })),
});

/** Parses an answer as OpenAI's list of models. Their ids, in its order. Rejects with {@link UpstreamError}. */
export async function readModels(answer: IncomingMessage, baseUrl: string): Promise<string[]> {
  const unusable = (reason: string, cause?: unknown) =>
    new UpstreamError(
      'upstream_unusable',
      `The upstream ${baseUrl} gave no list of models: ${reason}. Check UPSTREAM_BASE_URL and UPSTREAM_API_KEY.`,
      cause,
    );
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw unusable(`it answered with status ${answer.statusCode}`);
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    parts.push(part);
    size += part.length;
    if (size > MAX_LIST_BYTES) throw unusable('it is too long');
  }
  const parsed = listBody.safeParse(parseJson(Buffer.concat(parts).toString('utf8')));
  if (!parsed.success) throw unusable('it has another shape than OpenAI’s', parsed.error);
  return parsed.data.data.map(({ id }) => id);
}
