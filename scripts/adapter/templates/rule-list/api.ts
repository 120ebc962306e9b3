import type { z } from 'zod';
import { refusedChange, unlikeApi } from '@/src/adapters/kit/service-errors';
import type { PageService } from '@/src/core/adapter/service-adapter';
import { say } from '@/src/schema/values/said';
import { contextSchema, type TemplateAdapterContext } from './rules';

/** The server's API, as far as Steward uses it. All methods reject with a StewardError only. */
export interface RulesApi {
  /** Reads all teams and models in one request. */
  read(signal: AbortSignal): Promise<TemplateAdapterContext>;
  /** Replaces the rules of a team. Rejects with `state-refused` if the server refuses. */
  write(team: string, rules: readonly string[], signal: AbortSignal): Promise<void>;
}

export function createRulesApi({ origin, request }: PageService): RulesApi {
  return {
    async read(signal) {
      const { status, body } = await request({ method: 'GET', path: '/api/teams', body: null }, signal);
      const parsed: z.ZodSafeParseResult<TemplateAdapterContext> = contextSchema.safeParse(body);
      if (status === 200 && parsed.success) return parsed.data;
      throw unlikeApi(origin, 'this page’s server', status);
    },
    async write(team, rules, signal) {
      const path = `/api/teams/${encodeURIComponent(team)}`;
      const answer = await request({ method: 'PUT', path, body: [...rules] }, signal);
      if (answer.status === 200) return;
      throw refusedChange(say('kit.ruleList.refused', { list: team }), answer, 'error');
    },
  };
}
