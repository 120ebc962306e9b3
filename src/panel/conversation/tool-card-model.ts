import { isSameJson } from '@/src/core/hash';
import { withoutDecision } from '@/src/core/policy/with-decision';
import type { PartialToolCall } from '@/src/core/records/live-tail';
import { CALL_OUTCOMES, type CallOutcome, callOutcome } from '@/src/core/records/tool-result';
import { ownResultText } from '@/src/panel/data/result-text';
import { callLine, cutLine, parseArguments, prettyArguments } from '@/src/panel/kit/text/call-line';
import type { ToolCardState } from '@/src/panel/kit/tool-state-icon';
import type { Execution } from '@/src/schema/call';
import type { ToolCall, ToolMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { type Said, type SaidText, say, type TextKey } from '@/src/schema/values/said';

const NO_ENTRIES: Entries = { all: 0, kept: 0 };

export interface ToolCardModel {
  /** The tool's name, cut after {@link MAX_NAME_LENGTH}. */
  name: string;
  /** Name and arguments of the call on one line. */
  label: string;
  state: ToolCardState;
  /** The outcome in a few words, at the end of the line; null if there is none, or if only the result's data shows it. */
  outcome: SaidText | null;
  /** The outcome of the call in words for the user; null if there is no result. */
  message: Said | null;
  /** The user's note on refusing or approving the call; null if they wrote none. */
  reason: string | null;
  /** Null until the call is done, and for calls that never reached the page. */
  durationMs: number | null;
  /** Null while they stream in, and if they aren't a JSON object. */
  args: JsonObject | null;
  /** Indented JSON; empty if there are no arguments. */
  argumentsText: string;
  data: JsonObject | null;
  /** The outcome of each site, and the response with the call; null unless the call was carried out on several sites. */
  sites: { rows: readonly SiteOutcome[]; messageId: string } | null;
  /** The result's message as the model received it; null if that is `message`. */
  told: string | null;
  /** Text for the user's edit of the call; null if there was none. */
  userDecision: SaidText | null;
  /** Earlier failed calls that this one corrected, oldest first. */
  attempts: readonly ToolCardModel[];
}

/** A site's part in the result of a call on several sites. */
export interface SiteOutcome {
  site: string;
  outcome: CallOutcome;
  data?: Json;
}

export interface StoredCall {
  call: ToolCall;
  /** Null for a moment, until the executions are stored after the response. */
  execution: Execution | null;
  /** Null until the result is stored. */
  result: ToolMessage | null;
  /** True if the run that made the call is active. */
  runIsActive: boolean;
  /** True while the run that made the call waits for the user's approval, paused or not. */
  runAsks: boolean;
  /** Earlier failed calls that this one corrected, oldest first. */
  attempts: readonly StoredCall[];
}

export function storedToolCard({
  call,
  execution,
  result,
  runIsActive,
  runAsks,
  attempts,
}: StoredCall): ToolCardModel {
  const base = {
    ...callTexts(call),
    args: parseArguments(call.argumentsText),
    attempts: attempts.map(storedToolCard),
  };
  if (result !== null) {
    const message = ownResultText(result);
    const rows = sitesOf(result.result);
    const { message: foreign, note } = withoutDecision(result.result);
    return {
      ...base,
      state: result.planned === true ? 'planned' : callOutcome(result.result),
      outcome: rows === null ? outcomeText(result.result) : sitesSummary(rows),
      // Without its execution, the call is one of an imported chat, whose sites aren't checked.
      sites: rows === null ? null : { rows, messageId: execution?.messageId ?? '' },
      message: message ?? foreign,
      told: message === null && foreign === result.result.message ? null : result.result.message,
      reason: note,
      durationMs: result.durationMs === 0 ? null : result.durationMs,
      data: result.result.data ?? null,
      userDecision: userDecisionText(result.result),
    };
  }
  const open = { ...base, ...NO_RESULT };
  if (!runIsActive) return { ...open, ...endedWithoutResult(execution) };
  // A call in this state may be decided already: the state changes only when the call starts, which may be later, for example while the run
  // waits for its page.
  if (runAsks && execution?.state === 'awaiting-approval') {
    return { ...open, state: 'awaiting-approval', outcome: say('conversation.outcome.waits') };
  }
  return { ...open, state: 'running' };
}

/** A write that was sent may have reached the page, although its run ended before its outcome was known. */
function endedWithoutResult(
  execution: Execution | null,
): Pick<ToolCardModel, 'state' | 'outcome' | 'message'> {
  return execution?.state === 'started' && execution.write !== null
    ? { state: 'failed', outcome: null, message: say('conversation.reason.outcomeUnknown') }
    : { state: 'refused', outcome: say('conversation.outcome.notCarriedOut'), message: null };
}

export function streamingToolCard(call: PartialToolCall): ToolCardModel {
  return { ...callTexts(call), ...NO_RESULT, state: 'running', args: null, attempts: [] };
}

const NO_RESULT = {
  outcome: null,
  message: null,
  told: null,
  reason: null,
  durationMs: null,
  data: null,
  sites: null,
  userDecision: null,
};

/** The outcome of a call that was refused or had nothing to do, in a few words; null for others. */
function outcomeText(result: ToolResult): SaidText | null {
  const outcome = callOutcome(result);
  if (outcome === 'refused') {
    // All other refusals are temporary: the same call may succeed later.
    return say(REFUSALS[result.error_code ?? ''] ?? 'conversation.outcome.notNow');
  }
  return outcome === 'nothing-to-do' ? say(nothingToDo(result.error_code)) : null;
}

function sitesOf({ data }: ToolResult): SiteOutcome[] | null {
  const rows: unknown = data?.sites;
  return Array.isArray(rows) && rows.every(isSiteOutcome) ? rows : null;
}

function isSiteOutcome(row: unknown): row is SiteOutcome {
  if (typeof row !== 'object' || row === null || !('site' in row && 'outcome' in row)) return false;
  return typeof row.site === 'string' && (CALL_OUTCOMES as readonly unknown[]).includes(row.outcome);
}

/** `yes` if the change is in force on the site, as its tool reports it; null if the tool doesn't report it. */
export function inForce({ data }: SiteOutcome): 'yes' | 'no' | 'unknown' | null {
  const value = isJsonObject(data) ? data.in_force : undefined;
  return value === 'yes' || value === 'no' || value === 'unknown' ? value : null;
}

/** On how many of the sites the call was done. */
function sitesSummary(sites: readonly SiteOutcome[]): SaidText {
  return say('conversation.sites.done', {
    count: sites.length,
    done: sites.filter(({ outcome }) => outcome === 'done').length,
  });
}

/** Outcomes of refused calls, by the error code of the result. */
const REFUSALS: Readonly<Partial<Record<string, TextKey>>> = {
  rejected_by_user: 'conversation.outcome.refused',
  denied_by_policy: 'conversation.outcome.notAllowed',
  denied_by_organisation: 'conversation.outcome.notAllowed',
  cancelled: 'conversation.outcome.stopped',
};

function nothingToDo(code: string | undefined) {
  if (code === 'no_match') return 'conversation.outcome.noMatch';
  const isEmpty = code?.startsWith('nothing_') === true;
  return isEmpty ? 'conversation.outcome.nothingToDo' : 'conversation.outcome.already';
}

/** Maximum length of a tool's name on the card, in UTF-16 units; the OpenAI API allows 64. */
const MAX_NAME_LENGTH = 100;

function callTexts({ name, argumentsText }: { name: string; argumentsText: string }) {
  const shownName = cutLine(name, MAX_NAME_LENGTH);
  return {
    name: shownName,
    label: callLine(shownName, argumentsText),
    argumentsText: prettyArguments(argumentsText),
  };
}

/** Text for the user's edit of a call; null if it ran as proposed or needed no approval. */
export function userDecisionText({ data }: ToolResult): SaidText | null {
  // Without data, the call wasn't edited.
  const { proposed, ran_with } = data ?? {};
  if (proposed === undefined || ran_with === undefined) return null;
  const entries = keptEntries(proposed, ran_with);
  return entries === null
    ? say('conversation.decision.edited')
    : say('conversation.decision.leftOut', { count: entries.all, leftOut: entries.all - entries.kept });
}

interface Entries {
  all: number;
  kept: number;
}

/** Counts the list entries of a call, and those that the user kept, if the edit did nothing but remove entries; otherwise null. */
function keptEntries(proposed: Json, ran: Json): Entries | null {
  if (Array.isArray(proposed) && Array.isArray(ran)) {
    if (ran.length === proposed.length && proposed.some(isJsonObject)) {
      return sum(proposed.map((entry, index) => keptEntries(entry, ran[index] ?? null)));
    }
    return isSubsequence(ran, proposed) ? { all: proposed.length, kept: ran.length } : null;
  }
  if (isJsonObject(proposed) && isJsonObject(ran)) {
    const names = Object.keys(proposed);
    if (!isSameJson(names.toSorted(), Object.keys(ran).toSorted())) return null;
    return sum(names.map((name) => keptEntries(proposed[name] ?? null, ran[name] ?? null)));
  }
  return isSameJson(proposed, ran) ? NO_ENTRIES : null;
}

function sum(parts: readonly (Entries | null)[]): Entries | null {
  return parts.reduce(
    (total, part) =>
      total === null || part === null ? null : { all: total.all + part.all, kept: total.kept + part.kept },
    NO_ENTRIES,
  );
}

function isSubsequence(part: readonly Json[], whole: readonly Json[]): boolean {
  let found = 0;
  for (const entry of whole) {
    const next = part[found];
    if (next !== undefined && isSameJson(entry, next)) found += 1;
  }
  return found === part.length;
}
