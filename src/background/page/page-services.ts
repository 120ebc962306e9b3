import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { fromErrorInfo, hasCode, StewardError, textError, toErrorInfo } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { Timer } from '@/src/core/ports/clock';
import type { PageLook } from '@/src/core/records/execution-outcome';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import type { Reply } from '@/src/messages/reply';
import { createHalfHost, type HalfHost, type StateRequestType } from '@/src/page-host/half-host';
import { type Said, say, sentences } from '@/src/schema/values/said';
import type { KeyPlace } from '../storage/page-key-store';
import type { ChangeReports } from './change-reports';
import { type WaitLimit, withinLimit } from './page-limits';
import { createPageService, type PageServiceDeps } from './page-service';

/** The pages whose state is read and changed from the background, over the API of their server. */
export interface PageServices {
  /** True if a state half of this adapter runs in the background. */
  serves(adapterId: string): boolean;
  /** The way to a page's state without a document of the page; null if there is none. */
  wayTo(place: KeyPlace): Promise<'without-tab' | 'key-missing' | null>;
  /** The name of the key on the adapter's pages; null if it needs none. */
  keyNameOf(adapterId: string): Said | null;
  /**
   * Answers a request as the content script does. Rejects with `timeout` if there is no answer within the limit. `inPage` sends it to the
   * content script: called if the adapter can use the page's session, and the user has entered no key.
   */
  request<Type extends StateRequestType>(
    place: KeyPlace,
    request: Extract<PageRequest, { type: Type }>,
    limit: WaitLimit,
    inPage: () => Promise<PageAnswers[Type]>,
  ): Promise<PageAnswers[Type]>;
}

/**
 * `onChanged` is called after each attempt to change a page, since no content script sees it. `outdated`: the newest reading,
 * which may not show the change.
 */
export function createPageServices(
  deps: PageServiceDeps & {
    timer: Timer;
    adapters: readonly ServiceAdapter[];
    onChanged: (place: KeyPlace, outdated: PageLook) => void;
    reports: ChangeReports;
  },
): PageServices {
  const { clock, timer } = deps;
  /** A page is the same in all of its tabs, so there is one host for each origin. */
  const hosts = new Map<string, HalfHost>();
  const adapterOf = (adapterId: string) => deps.adapters.find(({ id }) => id === adapterId);

  function hostOf({ adapterId, origin }: KeyPlace): HalfHost {
    const name = `${adapterId} ${origin}`;
    const existing = hosts.get(name);
    if (existing !== undefined) return existing;
    const adapter = adapterOf(adapterId);
    if (adapter === undefined) throw new Error(`no service adapter ${adapterId}`);
    const half = adapter.createHalf(createPageService(deps, adapter, origin), clock, timer);
    const host = createHalfHost({
      halfOf: async () => half,
      hash: hashJson,
      now: clock.now,
      report: deps.reports.progressed,
      runOwnAction: (work) => work(),
    });
    hosts.set(name, host);
    return host;
  }

  return {
    serves: (adapterId) => adapterOf(adapterId) !== undefined,
    async wayTo(place) {
      const adapter = adapterOf(place.adapterId);
      if (adapter === undefined) return null;
      const row = await deps.keys.keyOf(place);
      if (row !== null && row.key !== null) return 'without-tab';
      if (adapter.isBesidePage) return null;
      return row === null && adapter.mayNeedNoKey ? 'without-tab' : 'key-missing';
    },
    keyNameOf: (adapterId) => adapterOf(adapterId)?.keyName ?? null,
    async request<Type extends StateRequestType>(
      place: KeyPlace,
      request: Extract<PageRequest, { type: Type }>,
      limit: WaitLimit,
      inPage: () => Promise<PageAnswers[Type]>,
    ) {
      if (adapterOf(place.adapterId)?.isBesidePage === true) {
        const row = await deps.keys.keyOf(place);
        if (row === null || row.key === null) {
          return inPage().catch((error: unknown) => {
            if (!hasCode(error, 'page-key')) throw error;
            // Else nobody would read that the key which was just entered is refused.
            throw new StewardError('page-key', sentences(row?.refusal ?? null, error.said), error);
          });
        }
      }
      const host = hostOf(place);
      const answered = host.answer(request);
      const { type }: PageRequest = request;
      if (type === 'execute' || type === 'apply-state') {
        // The host never rejects. A change that takes longer than the limit is reported, too.
        void answered.then(() => deps.onChanged(place, host.newestLook()));
      }
      const answer = await withinLimit(answered, limit, () => silent(limit.limitMs));
      // The host answers each request with a reply of its type.
      const reply = answer as Reply<PageAnswers[Type]>;
      if (!reply.ok) throw fromErrorInfo(reply.error);
      return isUnknown(reply.value) ? (unknownOutcome() as PageAnswers[Type]) : reply.value;
    },
  };
}

/** True for the answer that a host gives about an execution that it doesn't know. */
function isUnknown(value: PageAnswers[StateRequestType]): boolean {
  return value !== null && 'kind' in value && value.kind === 'unknown';
}

/**
 * This host forgets everything when the worker stops, while the server may still carry out what was sent before. So an
 * execution that it doesn't know counts as one with an unknown outcome, which the page's state decides.
 */
function unknownOutcome(): PageAnswers['recall'] {
  const error = textError('internal', 'error.page.workerRestarted', { remedy: 'remedy.lookFirst' });
  return { kind: 'failed', error: toErrorInfo(error) };
}

function silent(limitMs: number): StewardError {
  return textError('timeout', say('error.page.serverSlow', { seconds: limitMs / 1_000 }), {
    remedy: 'remedy.checkServer',
  });
}
