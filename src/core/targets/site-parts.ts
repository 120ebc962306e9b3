import type { Target } from '@/src/schema/chat';
import type { AssistantMessage, ToolCall } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { sitesOfCall } from '../adapter/several-sites';
import { type ChatRecord, currentRun } from '../records/record-access';
import { failure } from '../records/tool-result';
import { hasEnded, isPageWait } from '../records/transition';
import { english } from '../text/english';
import { LINE_BREAK } from '../text/line-break';
import { cancelled, outcomeUnknown } from '../tools/call-results';
import { compareSitesTool } from '../tools/compare-sites';
import type { ToolDefinition } from '../tools/tool-definition';
import { parsedCalls } from '../tools/validate-call';
import { outcomeOnSite, worstFirst } from './site-outcome';

/** A call of a response, with the sites that carry it out. */
export interface SitesCall {
  call: ToolCall;
  name: string;
  /** The arguments for each site. */
  args: JsonObject;
  named: string[];
  /** Names that no site of the chat has. The call then runs nowhere. */
  unknown: string[];
}

/** The calls of a response that sites carry out, in call order. */
export function callsOnSites(
  tools: readonly ToolDefinition[],
  response: AssistantMessage,
  sites: readonly Target[],
): SitesCall[] {
  const names = sites.map(({ name }) => name);
  return parsedCalls(tools, response).flatMap((made) => {
    if (made.kind === 'invalid' || made.tool.executor !== 'sites') return [];
    // Compares two sites as they are, and so runs in neither's chat.
    if (made.tool === compareSitesTool)
      return [{ call: made.call, name: made.tool.name, args: made.args, named: [], unknown: [] }];
    const { unknown, ...of } = sitesOfCall(made.args, names);
    const named = unknown.length === 0 ? of.named : [];
    return [{ call: made.call, name: made.tool.name, args: of.args, named, unknown }];
  });
}

/** The calls that one site gets, in call order. */
export function callsFor(calls: readonly SitesCall[], { name }: Target): SitesCall[] {
  return calls.filter(({ named }) => named.includes(name));
}

/** A site's part of a response: the record of the chat that carries it out; or its result where nothing was begun. */
export type SitePart = { record: ChatRecord } | { result: ToolResult };

/** The record of a site's chat if its run carries out this response's calls; else null. */
export function asPart(record: ChatRecord, messageId: string): SitePart | null {
  return record.run?.carriesOut === messageId ? { record } : null;
}

/** True once every call of the part has its result. */
export function isOver(part: SitePart): boolean {
  return 'result' in part || hasEnded(currentRun(part.record).status);
}

/** True if the part waits for its page to be reachable again. */
export function isPageLost(part: SitePart): boolean {
  if ('result' in part) return false;
  const { status } = currentRun(part.record);
  return status.state === 'waiting-for-agent-coordination' && isPageWait(status);
}

/** The id of the approval request that the part waits for; null if it waits for none. */
export function approvalOf(part: SitePart): string | null {
  const status = 'result' in part ? undefined : part.record.run?.status;
  return status?.state === 'waiting-for-approval' ? status.approvalId : null;
}

/** The response of a site's chat that has the calls which its run carries out. */
export function carriedOut({ messages, run }: ChatRecord): AssistantMessage | undefined {
  return messages.find(
    (message): message is AssistantMessage => message.role === 'assistant' && message.runId === run?.id,
  );
}

/** The results of a part, one for each of its calls. A call without one was not run, unless the part is at work. */
export function resultsOf(part: SitePart, calls: readonly SitesCall[]): ToolResult[] {
  if ('result' in part) return calls.map(() => part.result);
  const { messages } = part.record;
  const { error } = currentRun(part.record);
  const isAtWork = !isOver(part) && approvalOf(part) === null;
  const response = carriedOut(part.record);
  return calls.map((_, index) => {
    const executionId = response?.toolCalls[index]?.executionId;
    const stored = messages.find((message) => message.role === 'tool' && message.executionId === executionId);
    if (stored?.role === 'tool') return stored.result;
    if (error !== null) return failure(error.code, english(error.message));
    return isAtWork ? outcomeUnknown() : cancelled();
  });
}

/** True if a call of the part failed: it was neither done nor refused, and there was something to do. */
export function hasFailed(part: SitePart, calls: readonly SitesCall[]): boolean {
  return resultsOf(part, calls).some((result) => outcomeOnSite(result) === 'failed');
}

/** The result of a call on several sites, for the model and as the rows of a table for the user. */
export function joinedResult(rows: readonly { site: string; result: ToolResult }[]): ToolResult {
  const [worst] = rows
    .map(({ result }) => result)
    .toSorted((a, b) => worstFirst(outcomeOnSite(a), outcomeOnSite(b)));
  return {
    success: worst?.success !== false,
    // A site's text may contain what looks like another site's line.
    message: rows
      .map(({ site, result }) => `${site}: ${result.message.replace(LINE_BREAK, '\n  ')}`)
      .join('\n'),
    forUser: sentences(...rows.map(({ site, result }) => lineOf(site, result))),
    data: { sites: rows.map(rowOf) },
    ...codeOf(worst),
  };
}

/** The code of the worst result. That a site lacks what the call names doesn't make the whole call one of the model's errors. */
function codeOf(worst: ToolResult | undefined): Pick<ToolResult, 'error_code'> {
  if (worst?.error_code === undefined) return {};
  return { error_code: outcomeOnSite(worst) === 'nothing-to-do' ? 'nothing_to_do' : worst.error_code };
}

function lineOf(site: string, { message, forUser }: ToolResult): Said {
  // The result of a tool that says nothing to the user is in English.
  return say('said.sites.result', { site, result: forUser ?? message });
}

function rowOf({ site, result }: { site: string; result: ToolResult }): JsonObject {
  const { data, error_code } = result;
  return { site, outcome: outcomeOnSite(result), ...(error_code && { error_code }), ...(data && { data }) };
}

/** The result of a call with names that no site has. */
export function unknownSites(unknown: readonly string[], sites: readonly Target[]): ToolResult {
  const names = (list: readonly string[]) => list.map((name) => JSON.stringify(name)).join(', ');
  return failure(
    'invalid_targets',
    `There is no site ${names(unknown)}. The sites are: ${names(sites.map(({ name }) => name))}.`,
  );
}
