import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWebui } from '@/src/adapters/open-webui/definition';
import {
  contextSchema,
  type OpenWebuiContext,
  type OpenWebuiState,
  restorableState,
} from '@/src/adapters/open-webui/model-flags';
import { openWebuiService } from '@/src/adapters/open-webui/service';
import { computeCall } from '@/src/adapters/open-webui/tools';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { refusal } from '@/tests/fakes/open-webui/model-routes';
import { type OpenWebuiDouble, startOpenWebuiDouble } from '@/tests/fakes/open-webui/start-open-webui-double';
import { serviceHalfAt } from '@/tests/fakes/service-half';
import { inEnglish } from '@/tests/in-english';

const { signal } = new AbortController();
const PREVIEWS = [
  'gemini/gemini-2.5-pro-preview-05-06',
  'gemini/gemini-3-flash-preview',
  'groq/llama-3.2-1b-preview',
];
const SHARED_PREVIEW = 'gemini/gemini-3-flash-preview';
let double: OpenWebuiDouble;
let half: StateHalf;

beforeEach(async () => {
  double = await startOpenWebuiDouble();
  half = serviceHalfAt(openWebuiService, double.origin, double.key);
});

afterEach(() => double.close());

const readContext = async () => (await half.getContext(signal)) as OpenWebuiContext;
const stateNow = async () => half.stateOf(await half.getContext(signal)) as OpenWebuiState;
const writes = () => double.requests.filter(({ method }) => method !== 'GET');
const disable = (ids: string[]) => half.execute('set_models_enabled', { ids, enabled: false }, signal);
const hide = (ids: string[]) => half.execute('set_models_hidden', { ids, hidden: true }, signal);

describe('the context', () => {
  it('has every model with its flags and access, and no settings of it', async () => {
    const context = await readContext();
    expect(contextSchema.parse(context)).toEqual(context);
    expect(context).toMatchObject({ disabled: ['openai/gpt-4o-mini'], hidden: ['support'] });
    expect(context.models).toEqual(
      [
        { id: 'constructor', name: 'constructor', kind: 'base', base: null, access: 'administrators' },
        {
          id: 'gemini/gemini-2.5-pro',
          name: 'gemini/gemini-2.5-pro',
          kind: 'base',
          base: null,
          access: 'everyone',
        },
        ...PREVIEWS.map((id) => {
          return {
            id,
            name: id,
            kind: 'base',
            base: null,
            access: id === SHARED_PREVIEW ? 'everyone' : 'administrators',
          };
        }),
        { id: 'openai/gpt-4o', name: 'GPT-4o', kind: 'base', base: null, access: 'everyone' },
        {
          id: 'openai/gpt-4o-mini',
          name: 'openai/gpt-4o-mini',
          kind: 'base',
          base: null,
          access: 'administrators',
        },
        { id: 'support', name: 'Support', kind: 'custom', base: 'openai/gpt-4o', access: 'some' },
      ].sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
    expect(JSON.stringify(context)).not.toMatch(/private prompt|Answers customers/);
  });

  it('lists a model that no connection offers any more', async () => {
    double.offered = double.offered.filter((id) => id !== 'openai/gpt-4o');
    const { models } = await readContext();
    expect(models.find(({ id }) => id === 'openai/gpt-4o')?.kind).toBe('unavailable');
  });

  it.each<[string, () => void]>([
    ['with another answer', () => (double.intercept = () => ({ status: 200, body: { items: [] } }))],
    ['with an error', () => (double.intercept = () => ({ status: 502, body: null }))],
    [
      'without a list of settings',
      () => (double.intercept = ({ path }) => (path.endsWith('/all') ? refusal(404, 'Not Found') : null)),
    ],
  ])('of a server %s is an error', async (_, prepare) => {
    prepare();
    await expect(readContext()).rejects.toMatchObject({ code: 'page-protocol' });
  });
});

describe('a change', () => {
  it('disables models with and without settings, and users can’t choose them any more', async () => {
    const before = await double.choosable();
    expect(before).toContain(SHARED_PREVIEW);
    const { result, state } = await disable(PREVIEWS);
    expect(result).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message: `Disabled 3 models. Checked: chats get the changed list of models.`,
      data: { disabled: PREVIEWS, in_force: 'yes' },
    });
    expect(state).toEqual({ disabled: [...PREVIEWS, 'openai/gpt-4o-mini'].sort(), hidden: ['support'] });
    expect(await double.choosable()).toEqual(before.filter((id) => id !== SHARED_PREVIEW));
  });

  it('hides a model and leaves its other settings', async () => {
    const before = structuredClone(double.find('openai/gpt-4o'));
    await hide(['openai/gpt-4o']);
    expect(double.find('openai/gpt-4o')).toEqual({ ...before, meta: { ...before?.meta, hidden: true } });
    await half.execute('set_models_hidden', { ids: ['openai/gpt-4o'], hidden: false }, signal);
    expect(double.find('openai/gpt-4o')).toEqual(before);
  });

  it.each<[string, JsonObject]>([
    ['set_models_enabled', { pattern: '*PREVIEW*', enabled: false }],
    ['set_models_enabled', { ids: ['openai/gpt-4o-mini'], enabled: true }],
    ['set_models_hidden', { ids: ['openai/gpt-4o', 'constructor'], hidden: true }],
  ])('by %s(%j) leaves exactly the state that was computed before', async (tool, args) => {
    const before = await readContext();
    const computed = computeCall(before, tool, args);
    if (!('after' in computed)) throw new Error(JSON.stringify(computed));
    const { result } = await half.execute(tool, args, signal);
    expect(result.success).toBe(true);
    expect(await stateNow()).toEqual(restorableState(computed.after as OpenWebuiContext));
    expect(await stateNow()).not.toEqual(half.stateOf(before));
  });

  it('stores first settings for administrators alone, as the model was without any', async () => {
    const before = await double.choosable();
    await hide(['constructor']);
    expect(double.find('constructor')).toMatchObject({
      name: 'constructor',
      is_active: true,
      access_grants: [],
    });
    await half.execute('set_models_hidden', { ids: ['constructor'], hidden: false }, signal);
    expect(await double.choosable()).toEqual(before);
  });

  it('leaves a model alone that somebody else has set the same way since it was read', async () => {
    double.intercept = ({ method }) => {
      const model = double.find(SHARED_PREVIEW);
      if (method === 'POST' && model !== undefined && writes().length === 1) model.is_active = false;
      return null;
    };
    // The request flips it back, and a second one sets it.
    expect((await disable([SHARED_PREVIEW])).result.success).toBe(true);
    expect(double.find(SHARED_PREVIEW)?.is_active).toBe(false);
    expect(writes()).toHaveLength(2);
  });

  it('is undone as a whole if the server refuses a part of it', async () => {
    await disable(['groq/llama-3.2-1b-preview']);
    const before = await stateNow();
    const toggles = writes().length;
    double.intercept = ({ path }) =>
      path.includes('toggle') && path.includes('gpt-4o-mini')
        ? refusal(400, 'Error updating function')
        : null;
    const { result } = await half.execute('set_models_enabled', { pattern: '*', enabled: true }, signal);
    expect(result).toMatchObject({ success: false, error_code: 'page_refused' });
    expect(result.message).toContain('Error updating function');
    expect(writes().length - toggles).toBe(3);
    expect(await stateNow()).toEqual(before);
  });

  it('does not touch what somebody else changes while a part of it fails', async () => {
    double.intercept = ({ path, method, body }) => {
      if (method !== 'POST' || !path.endsWith('/create')) return null;
      const gpt = double.find('openai/gpt-4o');
      if (gpt !== undefined) gpt.is_active = false;
      return (body as { id: string }).id.startsWith('groq') ? refusal(400, 'No.') : null;
    };
    const { result } = await disable(PREVIEWS);
    expect(result.success).toBe(false);
    expect((await stateNow()).disabled).toEqual(['openai/gpt-4o', 'openai/gpt-4o-mini']);
  });

  it('is made although another admin disables another model meanwhile', async () => {
    double.intercept = ({ path, method }) => {
      const gpt = double.find('openai/gpt-4o');
      if (method === 'POST' && path.endsWith('/create') && gpt !== undefined) gpt.is_active = false;
      return null;
    };
    expect((await disable(PREVIEWS)).result.success).toBe(true);
    expect((await stateNow()).disabled).toEqual([...PREVIEWS, 'openai/gpt-4o', 'openai/gpt-4o-mini'].sort());
  });

  it('is undone, with an open outcome, if a request of it gets no answer', async () => {
    const before = await stateNow();
    double.intercept = ({ path, method, body }) =>
      method === 'POST' && path.endsWith('/create') && (body as { id: string }).id.startsWith('groq')
        ? 'cut'
        : null;
    await expect(disable(PREVIEWS)).rejects.toMatchObject({
      code: 'page-protocol',
      remedy: say('kit.change.openRemedy'),
    });
    expect(await stateNow()).toEqual(before);
  });

  it('is refused for a model whose settings the key’s owner may not edit, and nothing of it is lost', async () => {
    const before = structuredClone(double.stored);
    double.intercept = ({ path, method }) =>
      method === 'GET' && path.startsWith('/api/v1/models/model?')
        ? { status: 200, body: { ...double.find('openai/gpt-4o'), params: {}, write_access: false } }
        : null;
    const { result } = await hide(['openai/gpt-4o']);
    expect(result).toMatchObject({ success: false, error_code: 'page_refused' });
    expect(double.stored).toEqual(before);
  });

  it('says for which models the list of chats does not show it', async () => {
    double.intercept = ({ path }) =>
      path === '/api/models'
        ? { status: 200, body: { data: [{ id: SHARED_PREVIEW, name: SHARED_PREVIEW }] } }
        : null;
    expect((await disable([SHARED_PREVIEW])).result.message).toContain(
      `doesn’t show it yet for ${SHARED_PREVIEW}`,
    );
  });

  it('is made although the list of chats can’t be read', async () => {
    double.intercept = ({ path }) => (path === '/api/models' ? { status: 500, body: null } : null);
    const { result } = await disable([SHARED_PREVIEW]);
    expect(result).toMatchObject({ success: true, message: expect.stringContaining('Unknown whether') });
  });
});

describe('a state', () => {
  it('is applied, also to models that somebody has reset since', async () => {
    const start = await stateNow();
    await disable(PREVIEWS);
    const changed = await stateNow();
    await half.applyState(start, signal);
    expect(await stateNow()).toEqual(start);
    double.stored = double.stored.filter(({ id }) => !PREVIEWS.includes(id));
    await half.applyState(changed, signal);
    expect(await stateNow()).toEqual(changed);
  });

  it.each(
    [0, 1, 2].flatMap((failing) =>
      ([refusal(500, 'No space.'), 'cut'] as const).map((answer) => [failing, answer] as const),
    ),
  )('is restored as a whole if the write %i is answered by %j', async (failing, answer) => {
    const start = await stateNow();
    let count = -1;
    double.intercept = ({ method }) => {
      if (method !== 'GET') count += 1;
      return method !== 'GET' && count === failing ? answer : null;
    };
    const wanted = { disabled: [...PREVIEWS, ...start.disabled], hidden: start.hidden };
    await expect(half.applyState(wanted, signal)).rejects.toMatchObject({
      code: answer === 'cut' ? 'page-protocol' : 'state-refused',
    });
    expect(count).toBeGreaterThanOrEqual(failing);
    double.intercept = () => null;
    expect(await stateNow()).toEqual(start);
  });

  it('is taken without a model that is gone, which a rollback says before', async () => {
    const start = await stateNow();
    const wanted = { disabled: ['constructor', 'no/longer-there', ...start.disabled], hidden: [] };
    const taken = openWebui.takeable?.(start, wanted, await readContext());
    expect(inEnglish(taken?.left ?? [])).toEqual([expect.stringContaining('no/longer-there')]);
    await half.applyState(taken?.state ?? null, signal);
    expect(await stateNow()).toEqual({ disabled: ['constructor', ...start.disabled].sort(), hidden: [] });
  });

  it('is refused as a whole if it concerns a model that is gone', async () => {
    const start = await stateNow();
    const wanted = { disabled: ['constructor', 'no/longer-there', ...start.disabled], hidden: [] };
    await expect(half.applyState(wanted, signal)).rejects.toMatchObject({
      code: 'state-refused',
      details: expect.stringContaining('no/longer-there isn’t on the page any more'),
    });
    expect(await stateNow()).toEqual(start);
  });
});

describe('the calls that the server serves', () => {
  const gone = [SHARED_PREVIEW, 'openai/gpt-4o'];

  it('end with a change, and come back with a rollback', async () => {
    const [before, start] = [double.callable(), await stateNow()];
    const { result } = await disable(gone);
    expect(result.data).toMatchObject({ in_force: 'yes' });
    // The custom model is made from one of them.
    expect(double.callable()).toEqual(before.filter((id) => ![...gone, 'support'].includes(id)));
    await half.applyState(start, signal);
    expect(double.callable()).toEqual(before);
  });

  it('follow the settings after any order of changes, rollbacks and redone ones', async () => {
    const ids = fc.subarray(['constructor', 'openai/gpt-4o', 'openai/gpt-4o-mini', ...PREVIEWS]);
    const step = fc.record({ ids, isBack: fc.boolean(), refused: fc.constantFrom(null, 0, 1, 2) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const states = [await stateNow()];
        for (const { ids, isBack, refused } of steps) {
          const earlier = isBack ? states.shift() : undefined;
          let count = -1;
          double.intercept = ({ method }) => {
            if (method === 'POST') count += 1;
            return method === 'POST' && count === refused ? refusal(400, 'No.') : null;
          };
          // A refused change is changed back, which is a way back, too.
          await half
            .applyState(earlier ?? { disabled: [...ids].sort(), hidden: [] }, signal)
            .catch(() => null);
          double.intercept = () => null;
          states.push(await stateNow());
          const served = double.callable();
          await double.choosable();
          expect(served).toEqual(double.callable());
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each(['a change', 'a change that fails on the way'])(
    'are unknown after %s if nothing can be listed',
    async (what) => {
      double.intercept = ({ path, method }) =>
        path === '/api/models' || (what !== 'a change' && method === 'POST')
          ? { status: 500, body: null }
          : null;
      const { result } = await disable([SHARED_PREVIEW]);
      expect(result.data?.in_force).toBe(what === 'a change' ? 'unknown' : undefined);
    },
  );

  it('are not said to be changed if the list doesn’t show it', async () => {
    double.intercept = ({ path }) =>
      path === '/api/models' ? { status: 200, body: { data: [{ id: SHARED_PREVIEW }] } } : null;
    expect((await disable([SHARED_PREVIEW])).result.data).toMatchObject({ in_force: 'no' });
  });
});

describe('the key', () => {
  const request = { method: 'GET' as const, path: '/api/v1/models/all', body: null };
  const answer = (status: number, detail: string) => ({ status, body: { detail } });

  it.each([
    ['a wrong key', 401, 'Your session has expired or the token is invalid. Please sign in again.'],
    ['a user’s key', 401, 'You do not have permission to access this resource.'],
    ['keys that are switched off', 403, 'Use of API key is not enabled in the environment.'],
  ])('is refused with the server’s reason: %s', (_, status, detail) => {
    expect(inEnglish(openWebuiService.keyRefusal(answer(status, detail), request))).toContain(detail);
  });

  it.each([
    [
      'a model that has no settings',
      '/api/v1/models/model/toggle?id=x',
      401,
      "We could not find what you're looking for :/",
    ],
    ['an id that is taken', '/api/v1/models/create', 401, 'Uh-oh! This model id is already registered.'],
    [
      'a model that its owner may not read',
      '/api/v1/models/model?id=x',
      401,
      'You do not have permission to access this resource.',
    ],
    ['a change that fails', '/api/v1/models/model/toggle?id=x', 400, 'Error updating function'],
  ])('is not refused by an answer about %s', (_, path, status, detail) => {
    expect(openWebuiService.keyRefusal(answer(status, detail), { ...request, path })).toBeNull();
  });

  it('is sent with every request', async () => {
    await disable([SHARED_PREVIEW]);
    expect(new Set(double.requests.map(({ key }) => key))).toEqual(new Set([double.key]));
  });
});
