import { pollChanges } from '@/scripts/adapter/templates/watch-page';
import { createSmallHalf } from '@/src/adapters/kit/small-half';
import { inForce } from '@/src/adapters/kit/tool-results';
import type { PageHalf } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import { isSameJson } from '@/src/core/hash';
import { isJsonObject, type Json } from '@/src/schema/values/json';
import { computeLimitCall, LIMITS_ID, type Limits } from './limits-adapter';

/** Differences of a page half of limits from the intact one. */
interface LimitsHalf {
  /** Reads the first part of the list only. */
  readsFirstPart: boolean;
  /** Reports each answer that isn't 200 in the same words. */
  saysNothingOfSigningIn: boolean;
  /** Takes each answer for JSON. */
  parsesAnything: boolean;
  /** Takes each answer with status 200 for a success. */
  ignoresErrorMembers: boolean;
  /** Has the server's reason in the error's details alone. */
  hidesReasons: boolean;
  /** Leaves the server serving what it had before, after a rollback. */
  servesCallsOnly: boolean;
  /** The `in_force` of a change whose effect can't be read, if it isn't `unknown`. */
  unread: 'yes' | 'no';
}

const DEFECTS: Readonly<Record<string, Partial<LimitsHalf>>> = {
  'reads-first-part': { readsFirstPart: true },
  'says-nothing-of-signing-in': { saysNothingOfSigningIn: true },
  'parses-anything': { parsesAnything: true },
  'ignores-error-members': { ignoresErrorMembers: true },
  'hides-reasons': { hidesReasons: true },
  'serves-calls-only': { servesCallsOnly: true },
  'says-yes-unread': { unread: 'yes' },
  'says-no-unread': { unread: 'no' },
};

/** Creates the page half of limits with the named defect; the intact one for any other name. */
export function createLimitsPage(name: string, document: Document): PageHalf {
  const defect = DEFECTS[name] ?? {};

  async function send(method: string, path: string, body: Json, signal: AbortSignal): Promise<Json> {
    const response = await fetch(new URL(path, document.URL), {
      method,
      signal,
      ...(body !== null && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const isRead = method === 'GET';
    if (response.status === 401 && defect.saysNothingOfSigningIn !== true && defect.parsesAnything !== true)
      throw problem('page-protocol', 'Nobody is signed in to the page.', '401');
    const answer: Json =
      defect.parsesAnything === true ? await response.json() : await response.json().catch(() => null);
    const { message: told, error = null } = isJsonObject(answer) ? answer : {};
    const isRefused = !response.ok || (error !== null && defect.ignoresErrorMembers !== true);
    if (isRefused && isRead)
      throw problem('page-protocol', 'The page’s server answered with an error.', `${response.status}`);
    if (isRefused) {
      const reason = String(error ?? told);
      const sentence = defect.hidesReasons === true ? 'The change failed.' : `The server refused: ${reason}`;
      throw problem('state-refused', sentence, reason);
    }
    return answer;
  }

  async function read(signal: AbortSignal): Promise<Limits> {
    const limits: Limits['limits'] = {};
    for (let from: Json | undefined = 0; typeof from === 'number'; ) {
      const part = await send('GET', `/api/limits?from=${from}`, null, signal);
      if (!isJsonObject(part) || !isJsonObject(part.limits))
        throw problem('page-protocol', 'The page’s server lists no limits.', JSON.stringify(part));
      Object.assign(limits, part.limits);
      from = defect.readsFirstPart === true ? null : part.next;
    }
    return { limits };
  }

  let isRestoring = false;
  const half = createSmallHalf<Limits, Limits>(
    {
      id: LIMITS_ID,
      read,
      restorableState: (context) => context,
      computeCall: (context, tool, args) => computeLimitCall(context, tool, args, null),
      async write({ limits }, signal) {
        const now = await read(signal);
        for (const [name, value] of Object.entries(limits)) {
          if (isSameJson(now.limits[name] ?? null, value)) continue;
          await send('PUT', `/api/limits/${encodeURIComponent(name)}`, value, signal);
        }
      },
      async serve(_from, { limits }, signal) {
        if (isRestoring && defect.servesCallsOnly === true) return inForce('unknown', '');
        const served = await send('GET', '/api/served', null, signal).catch(() => null);
        if (served === null) return inForce(defect.unread ?? 'unknown', '');
        return inForce(isSameJson(served, limits) ? 'yes' : 'no', '');
      },
    },
    [],
  );
  return {
    ...half,
    async applyState(state, signal) {
      isRestoring = true;
      return half.applyState(state, signal).finally(() => {
        isRestoring = false;
      });
    },
    detect: async () =>
      document.querySelector('main') === null
        ? null
        : { instanceId: document.location.host, title: 'Limits' },
    subscribe: (onChange, signal) => pollChanges(read, 500, onChange, signal),
  };
}

function problem(code: 'page-protocol' | 'state-refused', sentence: string, details: string): StewardError {
  return new StewardError(code, sentence, { remedy: 'Try again.', details });
}
