import type { AIStreamChunk } from '@/src/core/llm/ai-service';

/** A call as the scripted model makes it. */
export type Call = [name: string, args: unknown];

export const add = (text: string): Call => ['add_note', { text }];
export const COUNT: Call = ['count_notes', {}];
export const PUBLISH: Call = ['publish', {}];
export const REMOVE_MILK: Call = ['remove_note', { text: 'milk' }];
export const FINISH: Call = ['finish_task', { summary: 'Done.' }];
export const ASK: Call = ['ask_user', { question: 'Which?', choices: [] }];
/** Waits for a change of the page. */
export const WAIT: Call = ['wait', { reason: 'The page is slow.', for: 'page-change', seconds: 60 }];
/** Waits for a minute. */
export const PAUSE: Call = ['wait', { reason: 'A minute.', for: 'time', seconds: 60 }];
export const SAVE: Call = ['save_changes', {}];

/** An endpoint's report of 100 tokens. */
export const USAGE = {
  type: 'usage',
  counts: { promptTokens: 60, completionTokens: 20, cacheReadInputTokens: 15, cacheCreationInputTokens: 5 },
  raw: { total: 100 },
} as const satisfies AIStreamChunk;
