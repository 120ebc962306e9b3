import type { TemplateAdapterContext, TemplateAdapterState } from '@/scripts/adapter/templates/compute-call';
import type { PageHalf } from '@/src/core/adapter/page-half';
import type { Json, JsonObject } from '@/src/schema/values/json';

type Break = (half: PageHalf, document: Document) => Partial<PageHalf>;

const contextIn = (context: Json) => context as unknown as TemplateAdapterContext;
const boxesIn = (document: Document) => [...document.querySelectorAll<HTMLInputElement>('li input')];
const nameOf = (box: HTMLInputElement) => box.closest('li')?.querySelector('.name')?.textContent ?? '';

/** Sets the boxes without regard for failures. */
async function setBoxes(document: Document, state: Json): Promise<Json> {
  const { switches } = state as unknown as TemplateAdapterState;
  for (const box of boxesIn(document)) if (box.checked !== switches[nameOf(box)]) box.click();
  return state;
}

/** Page halves that each break one rule of the kit, as small changes to the one of the DOM template. */
const BREAKS: Readonly<Record<string, Break>> = {
  'detects-every-page': () => ({ detect: async () => ({ instanceId: 'any', title: 'Any' }) }),
  'names-each-load': ({ detect }, { defaultView }) => ({
    detect: async (signal) => {
      const identity = await detect(signal);
      return identity === null
        ? null
        : { ...identity, instanceId: String(defaultView?.performance.timeOrigin) };
    },
  }),
  'hashes-more': ({ stateOf }) => ({
    stateOf: (context) => ({ ...(stateOf(context) as JsonObject), extra: 1 }),
  }),
  'missing-is-off': (half, document) => ({
    getContext: async (signal) => {
      const whole = contextIn(await half.getContext(signal).catch(() => readLoosely(document)));
      return whole as unknown as Json;
    },
  }),
  'missing-list-is-empty': (half, document) => ({
    getContext: (signal) =>
      document.querySelector('main ul') === null
        ? Promise.resolve({ switches: {}, saved: {} })
        : half.getContext(signal),
  }),
  'reads-by-click': (half, document) => ({
    async query(tool, args, signal) {
      document.querySelector('h1')?.click();
      return half.query(tool, args, signal);
    },
  }),
  'reads-by-post': (half, { defaultView }) => ({
    async getContext(signal) {
      await defaultView?.fetch('/api/switches', { method: 'PATCH', body: '{}' });
      return half.getContext(signal);
    },
  }),
  'reads-by-xhr': (half, { defaultView }) => ({
    async getContext(signal) {
      if (defaultView !== null) {
        const request = new defaultView.XMLHttpRequest();
        request.open('PATCH', '/api/switches');
        request.send('{}');
      }
      return half.getContext(signal);
    },
  }),
  'query-writes': (half, document) => ({
    async query(tool, args, signal) {
      for (const box of boxesIn(document)) box.checked = true;
      return half.query(tool, args, signal);
    },
  }),
  'applies-nothing': () => ({ applyState: async (state) => state }),
  'applies-by-half': (_half, document) => ({ applyState: (state) => setBoxes(document, state) }),
  'resolves-after-failure': (half) => ({
    applyState: (state, signal) => half.applyState(state, signal).catch(() => state),
  }),
  'writes-more': (half, document) => ({
    async execute(tool, args, signal) {
      const change = await half.execute(tool, args, signal);
      boxesIn(document).at(-1)?.click();
      return { ...change, state: half.stateOf(await half.getContext(signal)) };
    },
  }),
  'tells-more': (half) => ({
    async execute(tool, args, signal) {
      const { result, state } = await half.execute(tool, args, signal);
      return { result: { ...result, message: `${result.message} This locks out "team ops".` }, state };
    },
  }),
  'reports-computed-state': (half) => ({
    execute: async (tool, args, signal) => ({
      ...(await half.execute(tool, args, signal)),
      state: { switches: {} },
    }),
  }),
  'shows-nothing': () => ({ show: async () => false }),
  'shows-by-click': (_half, document) => ({
    async show() {
      boxesIn(document)[0]?.click();
      return true;
    },
  }),
  'ignores-refusals': (half) => ({
    async execute(tool, args, signal) {
      const change = await half.execute(tool, args, signal);
      return { ...change, result: { success: true, message: 'Done.' } };
    },
  }),
  'reads-differently-each-time': (half) => {
    let readings = 0;
    return {
      async getContext(signal) {
        readings += 1;
        const { switches, saved } = contextIn(await half.getContext(signal));
        return { switches: { ...switches, [`reading-${readings}`]: true }, saved };
      },
    };
  },
  'listens-to-input': (_half, document) => ({
    subscribe: (onChange, signal) => document.addEventListener('change', onChange, { signal }),
  }),
  'leaves-listener': (half, document) => ({
    subscribe(onChange, signal) {
      document.addEventListener('change', onChange);
      half.subscribe(onChange, signal);
    },
  }),
  'leaves-timer': (half, { defaultView }) => ({
    subscribe(onChange, signal) {
      defaultView?.setInterval(() => {}, 1_000);
      half.subscribe(onChange, signal);
    },
  }),
  'leaves-observer': (half, document) => ({
    subscribe(onChange, signal) {
      new MutationObserver(onChange).observe(document.body, { childList: true });
      half.subscribe(onChange, signal);
    },
  }),
  'leaves-performance-observer': (half) => ({
    subscribe(onChange, signal) {
      new PerformanceObserver(onChange).observe({ type: 'resource' });
      half.subscribe(onChange, signal);
    },
  }),
};

/** The half with the named defect; the half itself for any other name. */
export function brokenHalf(name: string, half: PageHalf, document: Document): PageHalf {
  return { ...half, ...BREAKS[name]?.(half, document) };
}

/** As an author may write it at first: what is not found is false. */
function readLoosely(document: Document): Json {
  const rows = [...document.querySelectorAll('li')];
  const named = rows.map((row): [string, boolean] => [
    row.querySelector('.name')?.textContent ?? '',
    row.querySelector('input')?.checked === true,
  ]);
  return { switches: Object.fromEntries(named), saved: Object.fromEntries(named) };
}
