import type { TokenChecker } from '@/src/core/policy/write-tokens';
import type { PagePort } from '@/src/core/ports/page-port';
import { stateEffect, stepEffect } from '@/src/core/records/write-token';

/** A page behind the exit's check: nothing that changes it passes without a token for exactly that, as in the background's page link. */
export function guardedPage(page: PagePort, tokens: TokenChecker): PagePort {
  return {
    ...page,
    async execute(chat, request, signal) {
      const { executionId, tool, args, token } = request;
      const place = await page.placeOf(chat, signal);
      const change = { executionId, effectHash: stepEffect(tool, args) };
      tokens.consume(token, { ...change, chatId: chat.id, place });
      return page.execute(chat, request, signal);
    },
    async applyState(chat, request, signal) {
      const { executionId, state, token } = request;
      const place = await page.placeOf(chat, signal);
      const change = { executionId, effectHash: stateEffect(state) };
      tokens.consume(token, { ...change, chatId: chat.id, place });
      return page.applyState(chat, request, signal);
    },
  };
}
