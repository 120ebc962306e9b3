import type { z } from 'zod';
import type { PageService } from '@/src/core/adapter/service-adapter';
import { StewardError } from '@/src/core/errors';
import { contextSchema, type TemplateAdapterContext } from './rules';

/** The server's API, as far as it is used. All methods reject with a StewardError only. */
export interface RulesApi {
  /** Reads all teams and models in one request. */
  read(signal: AbortSignal): Promise<TemplateAdapterContext>;
  /** Replaces the rules of a team. Rejects with `state-refused` if the server refuses it. */
  write(team: string, rules: readonly string[], signal: AbortSignal): Promise<void>;
}

export function createRulesApi({ origin, request }: PageService): RulesApi {
  return {
    async read(signal) {
      const { status, body } = await request({ method: 'GET', path: '/api/teams', body: null }, signal);
      const parsed: z.ZodSafeParseResult<TemplateAdapterContext> = contextSchema.safeParse(body);
      if (status === 200 && parsed.success) return parsed.data;
      throw new StewardError('page-protocol', `${origin} didn’t answer like this page’s server.`, {
        remedy: 'Reload the page; if it happens again, this version of the server isn’t supported.',
        details: `status ${status}`,
      });
    },
    async write(team, rules, signal) {
      const path = `/api/teams/${encodeURIComponent(team)}`;
      const { status } = await request({ method: 'PUT', path, body: [...rules] }, signal);
      if (status === 200) return;
      throw new StewardError('state-refused', `The server refused the rules of ${team} (${status}).`, {
        remedy: 'Look at the page before going on.',
      });
    },
  };
}
