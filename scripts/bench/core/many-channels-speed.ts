import { newApiCalls } from '@/src/adapters/new-api/calls';
import type { Channel, NewApiContext } from '@/src/adapters/new-api/channels';
import { newApi } from '@/src/adapters/new-api/definition';
import { consequences } from '@/src/adapters/new-api/offers';
import { computeCall } from '@/src/adapters/new-api/tools';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import type { JsonObject } from '@/src/schema/values/json';
import { type BenchRow, within } from '../bench-row';
import { exponentRow, LINEAR } from '../growth/exponent-row';
import { sampleInTurns, timed } from '../measure';

const CHANNELS = 1_000;
const MODELS_OF_CHANNEL = 500;
/** Different names. With {@link GROUPS} they are 40,000 pairs of a group and a model. */
const MODELS = 8_000;
const GROUPS = ['default', 'vip', 'svip', 'free', 'staff'];
const BUDGET_TOKENS = 8_000;
/** Number of channels that the measured change concerns. */
const CHANGED = 200;
const ROUNDS = 7;

/** Measures new-api's tools on a server of the largest size that its operators report. Each round has a context that nothing was computed on. */
export async function manyChannelsSpeedRows(): Promise<BenchRow[]> {
  const encoded = newApi.encodeContext(manyChannels(), BUDGET_TOKENS);
  const facts = encoded.replaceAll(',', '');
  for (const fact of [`${CHANNELS} channels`, '8000 models in all']) {
    if (!facts.includes(fact)) throw new Error(`The context lacks “${fact}”.`);
  }
  const find = (context: NewApiContext) => computeCall(context, 'find_models', { patterns: ['*model-77*'] });
  const added = { with_model: 'vendor/model-0', models: ['vendor/new'] };
  return [
    {
      what: `${CHANNELS} channels of ${MODELS_OF_CHANNEL} models, as context`,
      against: `${BUDGET_TOKENS} tokens`,
      unit: 'tokens',
      measured: [estimateTokens(encoded)],
      baseline: [BUDGET_TOKENS],
      atMost: 1,
      notes: ['The numbers of channels and models are exact.'],
    },
    {
      what: 'find_models on them, the first time',
      ...within(100, 'ms'),
      measured: await timesOf(manyChannels, find),
    },
    {
      what: 'find_models on them, again',
      ...within(100, 'ms'),
      measured: await timesOf(warmed, find),
    },
    ...(await mappedRows()),
    {
      what: `a model added to ${CHANGED} of them, with its consequences`,
      ...within(1_000, 'ms'),
      measured: await timesOf(manyChannels, (context) => {
        const computed = computeCall(context, 'add_models', added);
        if ('success' in computed) throw new Error(computed.message);
        consequences(context, computed.after);
      }),
    },
  ];
}

/** A whole dry run of a call, as for its approval. */
function dryRunOf(tool: string, args: JsonObject) {
  return async (context: NewApiContext) => {
    const notNeeded = () => Promise.reject(new Error('The context has all parts.'));
    const { dryRun } = await newApiCalls.dryRun.compute(
      [{ executionId: 'call', tool, leftOut: [], args }],
      context,
      { read: notNeeded, look: notNeeded },
    );
    if (dryRun.calls[0]?.kind !== 'change') throw new Error('The call changes nothing.');
  };
}

/** Measures whole dry runs on channels with mappings, which are parsed and followed for each. */
async function mappedRows(): Promise<BenchRow[]> {
  const add = dryRunOf('add_models', { with_model: 'common', models: ['new'] });
  const times = new Map<string, number[]>();
  const measure = async (sizes: MappedSizes) => {
    times.set(JSON.stringify(sizes), await timesOf(() => mappedChannels(sizes), add));
  };
  const samplesOf = (sizes: MappedSizes) => times.get(JSON.stringify(sizes)) ?? []; // Each was measured.
  const growths = (['channels', 'models', 'entries'] as const).map((by) => ({
    by,
    sizes: [MAPPED[by] / 4, MAPPED[by] / 2, MAPPED[by]],
  }));
  for (const { by, sizes } of growths) {
    for (const size of sizes) {
      const all = { ...MAPPED, [by]: size };
      if (samplesOf(all).length === 0) await measure(all);
    }
  }
  return [
    {
      what: `dry run of a model added to ${MAPPED.channels} channels of ${MAPPED.models} models, ${MAPPED.entries} mapped`,
      ...within(200, 'ms'),
      measured: samplesOf(MAPPED),
    },
    ...growths.map(({ by, sizes }) =>
      exponentRow(
        `that, by the number of ${by}`,
        sizes,
        (size) => samplesOf({ ...MAPPED, [by]: size }),
        LINEAR,
      ),
    ),
    {
      what: `dry run of ${CHANGED} of ${CHANNELS} channels switched off, each with ${MODELS_OF_CHANNEL} models and ${MAPPED.entries} mapped`,
      ...within(1_000, 'ms'),
      measured: await timesOf(
        () => asRead(withMapping(manyChannels())),
        dryRunOf('disable_channels', { channels: numbers(CHANGED).map((index) => index + 1) }),
      ),
    },
  ];
}

/** The context after what each reading computes of it. */
function asRead(context: NewApiContext): NewApiContext {
  pageHashesOf(newApi as unknown as AdapterDefinition, context);
  newApi.pageLine?.(context);
  return context;
}

type MappedSizes = Record<'channels' | 'models' | 'entries', number>;

const MAPPED: MappedSizes = { channels: 240, models: 200, entries: 48 };

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

const mappingOf = (entries: number) =>
  JSON.stringify(Object.fromEntries(numbers(entries).map((at) => [`alias-${at}`, `to-${at}`])));

/** The channels, each with a mapping of its own object. */
function withMapping({ channels, ...context }: NewApiContext): NewApiContext {
  return { ...context, channels: channels.map((one) => ({ ...one, mapping: mappingOf(MAPPED.entries) })) };
}

function mappedChannels({ channels: count, models: length, entries }: MappedSizes): NewApiContext {
  const channels = numbers(count).map((index): Channel => {
    const models = numbers(length - 1).map((at) => `vendor/model-${(index * 7 + at) % 800}`);
    return {
      ...channelOf(index),
      models: ['common', ...models],
      mapping: mappingOf(entries),
      groups: GROUPS.slice(0, 3),
    };
  });
  return { channels, more: { groups: GROUPS, unpriced: [] } };
}

/** Times of `work` in milliseconds, each on a context of its own. */
async function timesOf(
  prepare: () => NewApiContext,
  work: (context: NewApiContext) => unknown,
): Promise<number[]> {
  const samplesOf = await sampleInTurns({ rounds: ROUNDS, warmUpRounds: 0 }, [work], () => {
    const context = prepare();
    return timed(() => work(context))();
  });
  return samplesOf(work);
}

function warmed(): NewApiContext {
  const context = manyChannels();
  computeCall(context, 'find_models', { patterns: ['nothing'] });
  return context;
}

function manyChannels(): NewApiContext {
  const channels = Array.from({ length: CHANNELS }, (_, index): Channel => {
    const last = MODELS - MODELS_OF_CHANNEL;
    const first = index < CHANGED ? 0 : index === CHANNELS - 1 ? last : 1 + ((index * 37) % last);
    return {
      ...channelOf(index),
      on: index % 20 !== 0 || index < CHANGED,
      models: Array.from({ length: MODELS_OF_CHANNEL }, (__, offset) => `vendor/model-${first + offset}`),
    };
  });
  return { channels, more: { groups: GROUPS, unpriced: [] } };
}

function channelOf(index: number): Channel {
  return {
    id: index + 1,
    name: `channel ${index + 1}`,
    type: 1,
    tag: '',
    priority: 0,
    on: true,
    offReason: null,
    models: [],
    mapping: '',
    groups: [...GROUPS],
    ignored: [],
    created: 0,
    vanished: [],
    fresh: [],
  };
}
