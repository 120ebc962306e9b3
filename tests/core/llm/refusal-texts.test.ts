import { describe, expect, it } from 'vitest';
import { endpointError } from '@/src/core/llm/endpoint-error';
import { english } from '@/src/core/text/english';
import { isSaidText } from '@/src/schema/values/said';
import { NEIGHBOURS, REFUSALS, REQUESTED, type Refusal, SENT_KEY } from './refusal-texts';

const SENT = [
  ...['model', 'messages', 'stream', 'stream_options', 'tools', 'image_url'],
  ...['temperature', 'top_p', 'reasoning_effort', 'max_tokens'],
];

/** Kinds that name no cause. */
const UNSPECIFIC = ['refused', 'server'];

/** Reads a refusal by the rules: its kind, and the setting that they blame. */
function readingOf([server, status, body]: Refusal): { kind: string; label: string | null } {
  const { said } = endpointError({
    host: /^(OpenAI|Anthropic|Gemini)$/.test(server) ? 'api.maker.example' : 'models.example',
    secrets: [SENT_KEY],
    model: REQUESTED,
    hasListedModels: false,
    status,
    sent: SENT,
    retryAfterMs: null,
    asksLogin: false,
    nowMs: Number.NaN,
    body: JSON.stringify(body),
  });
  if (!isSaidText(said)) throw new Error('The error has no text of the catalogue.');
  const kind = said.id.replace('error.llm.failure.', '');
  const { setting } = said.values;
  return { kind, label: kind === 'setting' && isSaidText(setting) ? english(setting) : null };
}

function judge(refusal: Refusal): 'right' | 'unspecific' | 'false' {
  const [, , , kinds, label = null] = refusal;
  const reading = readingOf(refusal);
  const isLabelled = reading.kind !== 'setting' || reading.label === label;
  if ([kinds].flat().includes(reading.kind as never) && isLabelled) return 'right';
  return UNSPECIFIC.includes(reading.kind) ? 'unspecific' : 'false';
}

describe('the cause of a refusal', () => {
  it.each([...REFUSALS, ...NEIGHBOURS])('is never a wrong one: %s, HTTP %s, %j', (...row) => {
    const refusal = row as unknown as Refusal;
    expect([judge(refusal), readingOf(refusal)]).not.toEqual(['false', expect.anything()]);
  });

  it('is named for most refusals that say it', () => {
    const figures = [REFUSALS, NEIGHBOURS].map((table) => {
      const count = (verdict: string) => table.filter((one) => judge(one) === verdict).length;
      const refused = table.filter((one) => readingOf(one).kind === 'refused').length;
      return { all: table.length, false: count('false'), missed: count('unspecific'), refused };
    });
    console.info('Refusals, and their neighbours:', JSON.stringify(figures));
    expect(figures).toMatchObject([
      { all: 100, false: 0, refused: 25 },
      { all: 40, false: 0 },
    ]);
  });
});
