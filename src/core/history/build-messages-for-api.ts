import type { ApiMessage, ApiTool } from '@/src/schema/api-message';
import type { AssistantMessage, Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { Omission } from '@/src/schema/sent-request';
import type { ProviderTraits, RequestTarget } from '../records/endpoint';
import { conversation } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { quoted } from '../tools/quoted';
import type { ToolDefinition } from '../tools/tool-definition';
import { placeCacheMarks } from './cache-marks';
import { createCallIds } from './call-ids';
import { resultsByCall } from './call-results';
import { entryMessage } from './entry-message';
import { inOrder } from './message-order';
import { messageTokens, toolTokens } from './message-tokens';
import { createOmissionCount, type OmissionCount } from './omissions';
import { optimize } from './optimizer';
import type { RequestMessage } from './request-message';
import { createResultMessages, type ShortenedResults } from './result-messages';
import {
  afterBoundary,
  isSentRole,
  requiredIds,
  type SentPart,
  stateCarrier,
  summaryBlock,
} from './summary-boundary';
import { trimOldest } from './trim-oldest';

/** A chat, and what its adapter adds to a request. */
export interface ChatToSend {
  /**
   * Its `run` is the run that the request continues. Without a run, as for a title, the request has no page state. A request
   * for a summary has the last run, so that it starts with the same bytes as that run's requests.
   */
  record: ChatRecord;
  /** The static part of the prompt; empty if the user excluded everything. */
  systemPrompt: string;
  tools: readonly ToolDefinition[];
}

export interface BuiltMessages {
  /** The system prompt first, with a summary as a second system message: endpoints get both as blocks of one message. */
  messages: ApiMessage[];
  tools: ApiTool[];
  /** Indices of the messages that carry a cache mark. */
  cacheMarks: number[];
  /** The last of `cacheMarks`; stored with the answer, so that the mark can stay there. Null without a mark. */
  cacheControlIndex: number | null;
  omissions: Omission[];
  /** False if the messages don't show the run's page as it is: they lack its state, or a change of it since. */
  isPageShown: boolean;
}

/**
 * Selects and formats everything that is sent to the model; the stored messages are not changed. The run's
 * page state is attached to one message of that run. Page updates are sent with the results of the latest run, and with
 * results of an earlier run that ended before the model answered them. So within a run each request
 * is a prefix of the next, unless the chat's settings leave something out meanwhile.
 *
 * Whatever is stored, strict endpoints accept the order: a user message first, never two user or two
 * assistant messages in a row, no empty text, and exactly one result after each call.
 *
 * @param freezeCache keeps the cache mark where the latest answer's request had it; for a request that the conversation
 * doesn't continue from, such as one for a summary
 * @throws `over-budget` if the chat trims its requests, and what always stays exceeds the budget
 */
export function buildMessagesForApi(
  { record, systemPrompt, tools }: ChatToSend,
  provider: ProviderTraits & RequestTarget,
  freezeCache: boolean,
): BuiltMessages {
  const { settings } = record.chat;
  const omissions = createOmissionCount();
  const entries = conversation(record.messages);
  countUnsent(record.messages, omissions);
  const part = afterBoundary(entries, record.run, omissions);
  const optimized = optimize(part.entries, tools, settings.toolMemory, omissions);
  countPageStates(optimized.entries, record.run, omissions);

  const system = systemMessages(systemPrompt, part);
  const required = requiredIds(entries, record.run);
  const shortened: ShortenedResults = new Map();
  const requestMessages = trimmed(
    sendableMessages(
      conversationMessages(optimized.entries, record, { tools, provider }, omissions, shortened),
      provider,
      omissions,
    ),
    { record, required, fixedTokens: tokensOf(system) + toolTokens(optimized.tools) },
    omissions,
  );
  countShortened(requestMessages, shortened, omissions);
  const all = [...system, ...requestMessages];
  const { cacheMode: mode } = settings;
  if (mode !== 'all-off' && !provider.acceptsCacheControl) {
    omissions.add({ what: 'cache-mark', reason: 'endpoint-refused' }, 1, []);
  }
  const cacheMarks = provider.acceptsCacheControl
    ? placeCacheMarks(all, { mode, isFrozen: freezeCache, entries }, systemPrompt !== '', omissions)
    : [];
  return {
    messages: all.map(({ message }) => message),
    tools: optimized.tools,
    cacheMarks,
    cacheControlIndex: cacheMarks.at(-1) ?? null,
    omissions: omissions.all(),
    isPageShown: isPageShown(entries, record.run, requestMessages),
  };
}

/**
 * The static prompt and the summary stay apart, so that the prompt remains identical and in the provider's cache. Some endpoints
 * reject an empty message, so an empty prompt is not sent.
 */
function systemMessages(systemPrompt: string, { summary }: SentPart): RequestMessage[] {
  const prompt = systemPrompt === '' ? [] : [systemPrompt];
  const block = summary === null ? [] : [summaryBlock(summary)];
  return [...prompt, ...block].map((content) => ({ message: { role: 'system', content }, sources: [] }));
}

function conversationMessages(
  entries: readonly Message[],
  { chat, run }: ChatRecord,
  { tools, provider }: Pick<ChatToSend, 'tools'> & { provider: RequestTarget },
  omissions: OmissionCount,
  shortened: ShortenedResults,
): RequestMessage[] {
  const callResults = resultsByCall(entries);
  const isOwn = ({ continuation, model }: AssistantMessage) =>
    continuation?.server === provider.server && model === provider.model;
  const callId = createCallIds();
  const rules = { latestRunId: latestRunId(entries, run), settings: chat.settings, tools, callId };
  const resultMessage = createResultMessages(entries, rules, omissions, shortened);
  const messages = entries.flatMap((entry): RequestMessage[] => {
    const calls = entry.role === 'assistant' ? entry.toolCalls : [];
    const results = calls.map(callResults.take);
    const message = entryMessage(entry, run, results, { isOwn, callId, omissions });
    if (message === null && entry.role === 'assistant')
      omissions.add({ what: 'messages', reason: 'blank' }, 1, []);
    const ofEntry = message === null ? [] : [{ message, sources: [entry] }];
    return [...ofEntry, ...calls.map((call, index) => resultMessage(call, results[index] ?? null))];
  });
  omissions.add({ what: 'results', reason: 'without-call' }, callResults.countWithoutCall(), []);
  return inOrder(messages);
}

/** Replaces images by their names if the chosen model takes none. */
function sendableMessages(
  messages: RequestMessage[],
  { takesImages }: ProviderTraits,
  omissions: OmissionCount,
): RequestMessage[] {
  return takesImages ? messages : messages.map((message) => withoutImages(message, omissions));
}

function latestRunId(entries: readonly Message[], run: Run | null): string | null {
  return run?.id ?? entries.findLast((entry) => entry.runId !== null)?.runId ?? null;
}

function trimmed(
  messages: RequestMessage[],
  { record, required, fixedTokens }: { record: ChatRecord; required: Set<string>; fixedTokens: number },
  omissions: OmissionCount,
): RequestMessage[] {
  const { enabled, budgetTokens } = record.chat.settings.trimOldest;
  if (!enabled) return messages;
  const result = trimOldest(messages, { budgetTokens, fixedTokens }, required);
  const count = result.trimmed.reduce((sum, { sources }) => sum + sources.length, 0);
  omissions.add({ what: 'messages', reason: 'trimmed' }, count, []);
  return result.remaining;
}

/** Counts shortened results that the request contains; results that it omits are counted as messages. */
function countShortened(
  messages: readonly RequestMessage[],
  shortened: ShortenedResults,
  omissions: OmissionCount,
): void {
  for (const source of messages.flatMap(({ sources }) => sources)) {
    const reason = shortened.get(source);
    if (reason !== undefined) omissions.add({ what: 'results', reason }, 1, []);
  }
}

function tokensOf(messages: readonly RequestMessage[]): number {
  return messages.reduce((sum, { message }) => sum + messageTokens(message), 0);
}

function countUnsent(messages: readonly Message[], omissions: OmissionCount): void {
  const setAside = messages.filter(({ discardedBy }) => discardedBy !== null);
  const local = messages.filter(({ discardedBy, role }) => discardedBy === null && !isSentRole(role));
  omissions.add({ what: 'messages', reason: 'set-aside' }, setAside.length, []);
  omissions.add({ what: 'messages', reason: 'local' }, local.length, []);
}

/** Each earlier run had a page state, which the current run's state replaces. */
function countPageStates(entries: readonly Message[], run: Run | null, omissions: OmissionCount): void {
  const runs = new Set(entries.flatMap(({ runId }) => runId ?? []));
  if (run !== null) runs.delete(run.id);
  omissions.add({ what: 'page-states', reason: 'superseded' }, runs.size, []);
}

/** A message with its images named instead of sent, for a model that takes none: the chat's earlier messages may have some. */
function withoutImages({ message, sources }: RequestMessage, omissions: OmissionCount): RequestMessage {
  const images = message.role === 'user' ? (message.images ?? []) : [];
  if (message.role !== 'user' || images.length === 0) return { message, sources };
  omissions.add({ what: 'images', reason: 'model-takes-none' }, images.length, []);
  const names = images.map(
    ({ name }) => `[image ${quoted(name)}: left out, since this model takes no images]`,
  );
  const plain: ApiMessage = { role: 'user', content: [message.content, ...names].join('\n\n') };
  return { message: plain, sources };
}

/**
 * True if a request shows the page as its run knows it: it contains the page's state, and each report of a change
 * after that. It lacks a report if a summary, trimming or tool memory leaves out the result with it. Also true
 * without a run: such a request shows no page.
 *
 * @param entries the conversation, in order
 * @param messages the messages as sent
 */
function isPageShown(
  entries: readonly Message[],
  run: Run | null,
  messages: readonly RequestMessage[],
): boolean {
  if (run === null) return true;
  // The run of a copied chat has no state of its page.
  if (run.contextText === '') return false;
  const carrier = entries.findIndex(({ id }) => id === stateCarrier(run));
  // A rollback set the message that carried the page's state aside.
  if (carrier === -1) return false;
  const later = entries.slice(carrier + 1).filter((entry) => entry.runId === run.id && reportsPage(entry));
  if (later.length === 0) return true;
  const sentIds = new Set(messages.flatMap(({ sources }) => sources.map(({ id }) => id)));
  return later.every(({ id }) => sentIds.has(id));
}

function reportsPage(message: Message): boolean {
  switch (message.role) {
    case 'tool':
      return message.pageUpdate !== null;
    case 'system':
      return message.news !== undefined;
    case 'user':
      return message.changes.length > 0;
    default:
      return false;
  }
}
