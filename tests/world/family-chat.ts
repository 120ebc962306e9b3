import type { EndpointFamily, PlainAnswer } from '../fakes/endpoint-families/endpoint-family';
import { createStrictEndpoint, type StrictEndpoint } from '../fakes/endpoint-families/strict-endpoint';
import { modelFilterState } from '../fakes/model-filter-page';
import { requestedTitle } from '../fakes/title-request';
import { ENDPOINT_ORIGIN } from './addresses';
import { type StewardInMemory, startSteward } from './steward-in-memory';
import type { SentOnWire } from './wire-in-memory';

/** The endpoint's reaction to a request that its family accepts. */
type Step =
  | PlainAnswer
  /** Answers after this; the request is under way meanwhile. */
  | { meanwhile: () => Promise<unknown>; answer: PlainAnswer }
  /** Fails with an error that has nothing to do with the request. */
  | 'fail'
  /** Never answers. */
  | 'hang';

/** A model at a path of the endpoint's origin. */
interface Place {
  path: 'v1' | 'v2';
  model: string;
}

/** A chat whose models are doubles of families, by place. */
export interface FamilyChat {
  readonly steward: StewardInMemory;
  /** The double at this place. */
  at(place: Place): StrictEndpoint;
  /** Requests that the doubles accepted, apart from those for titles. */
  taken(): number;
  /** Scripts the next answers, whichever double gives them. */
  script(steps: readonly Step[]): void;
}

export async function startFamilyChat(
  families: readonly (readonly [Place, EndpointFamily])[],
): Promise<FamilyChat> {
  const key = ({ path, model }: Place) => `${path}/${model}`;
  const doubles = new Map(families.map(([place, family]) => [key(place), createStrictEndpoint(family)]));
  const at = (place: Place) => {
    const double = doubles.get(key(place));
    if (double === undefined) throw new Error(`no double at ${key(place)}`);
    return double;
  };
  const steps: Step[] = [];
  let taken = 0;

  async function answer(signal: AbortSignal): Promise<PlainAnswer | 'fail'> {
    taken += 1;
    const step = steps.shift();
    if (step === undefined) throw new Error('The script is over.');
    if (step === 'hang')
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    if (step === 'fail' || !('meanwhile' in step)) return step;
    await step.meanwhile();
    return step.answer;
  }

  async function endpoint({ url, body }: SentOnWire, signal: AbortSignal): Promise<Response> {
    const [, path] = new URL(url).pathname.split('/');
    const double = at({ path: path === 'v2' ? 'v2' : 'v1', model: JSON.parse(body).model });
    const title = requestedTitle(body);
    return double.respond(
      body,
      () => (title === null ? answer(signal) : { text: title, calls: [] }),
      url.endsWith('/responses'),
    );
  }

  const models = families.map(([{ model }]) => ({ id: model }));
  const steward = await startSteward({ context: modelFilterState(), endpoint, models });
  const [first] = families;
  const model = first?.[0].model ?? '';
  const { chatId, connectionId } = steward;
  await steward.command({ type: 'choose-model', chatId, choice: { connectionId, model } });
  if (families.some(([, { responses }]) => responses?.needsEffort === true)) {
    const parameters = { reasoningEffort: 'low' } as const;
    await steward.command({ type: 'set-settings', chatId, patch: { parameters } });
  }
  return {
    steward,
    at,
    taken: () => taken,
    script: (next) => void steps.push(...next),
  };
}

/** Adds a connection for the path `v2`, and lets the chat use this model of it. */
export async function chooseElsewhere({ steward }: FamilyChat, model: string): Promise<void> {
  const { chatId, command } = steward;
  const { connectionId } = await command({
    type: 'save-connection',
    connection: {
      connectionId: null,
      label: `Elsewhere for ${model}`,
      baseUrl: `${ENDPOINT_ORIGIN}/v2`,
      key: 'sk-elsewhere-7c1f93',
      headers: [],
    },
    testedModel: null,
  });
  await command({ type: 'choose-model', chatId, choice: { connectionId, model } });
}
