import { createAdapterHost } from '@/entrypoints/content/adapter-host';
import type { PageHalf } from '@/src/core/adapter/page-half';
import { isStewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageRequest } from '@/src/messages/page';
import type { Json } from '@/src/schema/values/json';
import type { Said } from '@/src/schema/values/said';
import { noPageButton } from '../../fakes/no-page-button';
import { loadedAdapter } from '../../fakes/page-adapter';
import { findMisreadings } from './find-misreadings';
import { type InjectedFailures, injectFailures } from './injected-failures';
import { markRequests } from './marked-requests';
import { trackResources } from './tracked-resources';

/** The kit's end in the adapter's world. Every value crosses to the tests as JSON. */
export interface KitPage {
  /** Creates the page half with this name. `key`: of the API of the page's server; null without one. */
  start(name: string, key: string | null): Promise<void>;
  detect(): Promise<Json>;
  /** The context, and the state and its hash as the page half computes them. */
  read(): Promise<{ context: Json; state: Json; stateHash: string }>;
  /** The error of a reading; null if it succeeds. `said` is null for an error that isn't a StewardError. */
  failedReading(): Promise<{ said: Said | null; message: string; details: string | null } | null>;
  /** False if the half has no `show`, or if what has this text is not in sight. */
  show(text: string): Promise<boolean>;
  applyState(state: Json): Promise<Json>;
  /** Sends a request to the real adapter host, which runs on this half. */
  request(request: PageRequest): Promise<unknown>;
  steps: InjectedFailures['steps'];
  acts: InjectedFailures['acts'];
  failAt: InjectedFailures['failAt'];
  /** From now on `execute` waits until `release`. */
  hold(): void;
  release(): void;
  /** From now on every reading fails. */
  blind(): void;
  misreadings(): Promise<string[]>;
  /** Starts and ends a subscription; `notices` counts its calls. */
  subscribe(): void;
  notices(): number;
  detach(): void;
  /** Listeners, timers and observers that were not there when the half was created. */
  leftover(): string[];
}

/** Installs {@link KitPage} as the global `stewardKit`. Must run before any other script of this world. */
export function installKit(
  createHalf: (name: string, document: Document, key: string | null) => Promise<PageHalf>,
): void {
  const resources = trackResources(window);
  markRequests(window);
  const failures = injectFailures(window);
  const subscription = new AbortController();
  let atStart: string[] = [];
  let isBlind = false;
  let held = Promise.resolve();
  let release = () => {};
  let notices = 0;
  let half: PageHalf | null = null;
  let host: ReturnType<typeof createAdapterHost> | null = null;

  const started = <Part>(part: Part | null): Part => {
    if (part === null) throw new Error('The kit was not started.');
    return part;
  };

  const kit: KitPage = {
    async start(name, key) {
      const created = await createHalf(name, document, key);
      half = created;
      atStart = resources.active();
      const wrapped: PageHalf = {
        ...created,
        getContext: (signal) =>
          isBlind ? Promise.reject(new Error('The page can’t be read.')) : created.getContext(signal),
        async execute(tool, args, signal) {
          await held;
          return created.execute(tool, args, signal);
        },
      };
      host = createAdapterHost({
        ...loadedAdapter(wrapped, document),
        hash: hashJson,
        extensionId: 'kit',
        notify: () => {},
        report: () => {},
        now: () => Date.now(),
        pageButton: noPageButton,
        pageLock: { lock: () => {}, unlock: () => {}, runOwnAction: (work) => work() },
      });
    },
    detect: async () => (await started(half).detect(AbortSignal.timeout(2_000))) as unknown as Json,
    async read() {
      const context = await started(half).getContext(AbortSignal.timeout(30_000));
      const state = started(half).stateOf(context);
      return { context, state, stateHash: hashJson(state) };
    },
    failedReading: () =>
      started(half)
        .getContext(AbortSignal.timeout(30_000))
        .then(
          () => null,
          (error: unknown) => ({
            ...(isStewardError(error)
              ? { said: error.said, details: error.details }
              : { said: null, details: String(error) }),
            message: String(error),
          }),
        ),
    show: async (text) => (await started(half).show?.(text, AbortSignal.timeout(2_000))) ?? false,
    applyState: (state) => started(half).applyState(state, AbortSignal.timeout(10_000)),
    request: async (request) =>
      started(host).handleMessage({ channel: PAGE_CHANNEL, request }, { id: 'kit' }),
    steps: failures.steps,
    acts: failures.acts,
    failAt: failures.failAt,
    hold() {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
    blind() {
      isBlind = true;
    },
    misreadings: () => findMisreadings(document, () => started(half).getContext(AbortSignal.timeout(5_000))),
    subscribe() {
      const onChange = () => {
        notices += 1;
      };
      started(half).subscribe(onChange, subscription.signal);
    },
    notices: () => notices,
    detach: () => subscription.abort(),
    leftover() {
      const before = [...atStart];
      return resources.active().filter((text) => {
        const index = before.indexOf(text);
        if (index !== -1) before.splice(index, 1);
        return index === -1;
      });
    },
  };
  Object.defineProperty(globalThis, 'stewardKit', { value: kit });
}
