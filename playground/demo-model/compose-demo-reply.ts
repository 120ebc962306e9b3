import { answerSideRequest } from './answer-side-request';
import type { DemoReply, ToolCall } from './demo-reply';
import type { DemoRequest } from './demo-request';
import { INTENTS } from './intents';
import { type Conversation, callKey, readConversation } from './read-conversation';
import { readSentence } from './read-sentence';
import { ReplySteps } from './reply-steps';
import { isSettled, reportCall } from './report';
import { isAboutSites, needsSites, SITE_EXAMPLES, siteCall } from './several-sites';
import { code, nameList } from './words';

/** Most attempts of a call that the page refuses because it has changed. */
const MAX_TRIES = 2;
/** Longest message that is read, in UTF-16 units, because long words are expensive to match. */
const MAX_LENGTH = 4_000;
/** Calls that are made one at a time, since their results determine the next ones. */
const ALONE = /^(?:save_changes|discard_changes|switch_provider|refresh_models)$/;

const REQUESTS = INTENTS.map((intent) => [intent, new RegExp(`^(?:${intent.pattern})$`, 'i')] as const);

/**
 * Answers a request by fixed rules, as a stand-in for a language model. The answer depends only on the request: each
 * time, the steps is computed from the user's sentence and the page's state, and the results since then show its
 * progress. Follows only the user's own sentence. Never throws, whatever the messages contain.
 */
export function composeDemoReply(request: DemoRequest): DemoReply {
  const aside = answerSideRequest(request);
  if (aside !== null) return aside;
  const conversation = rehearsed(request, readConversation(request.messages));
  const isOfSites = isAboutSites(request);
  const call = isOfSites ? siteCall(conversation.text) : null;
  if (call !== null) {
    const reasons = ['I read this as a request about several sites.'];
    return carryOut({ calls: [call], remarks: [], reasons }, conversation.made);
  }
  const steps = stepsOf(conversation);
  const isPlaced = steps?.lookups.length === 0 && !steps.calls.some((call) => needsSites(request, call));
  if (isOfSites && !isPlaced) {
    return say(`Say for which sites, for example ${quoted(SITE_EXAMPLES)}. So far I did nothing.`);
  }
  if (steps === null) {
    const why = conversation.page === null ? 'I see no model-filter page' : 'I did not understand that';
    return say(`${why}, so I did nothing. ${understood()}`);
  }

  const asking = steps.question === null ? [] : [steps.question];
  const offered = new Set(request.tools.map((tool) => tool.function.name));
  const missing = [...asking, ...steps.lookups, ...steps.calls].find(({ name }) => !offered.has(name));
  if (missing !== undefined)
    return say(`That needs the tool ${code(missing.name)}, which is not available to me.`);
  const isAsked = conversation.made.some(({ call }) => call.name === 'ask_user');
  if (isAsked && asking.length > 0) return say('You did not say which provider you mean, so I did nothing.');
  if (asking.length > 0) return { ...say('One question first.'), toolCalls: asking };
  if (steps.lookups.length > 0) return calling(steps.lookups, 'I have to look these names up first.');
  if (steps.problems.length > 0) return say(steps.problems.join('\n\n'));
  return carryOut(steps, conversation.made);
}

/** The conversation with a change that shows how Steward works in place of the user's request, if that is for a rehearsal, in any language. */
function rehearsed({ messages }: DemoRequest, conversation: Conversation): Conversation {
  const { page } = conversation;
  const isRehearsal = messages.some(
    ({ role, content }) => role === 'system' && content?.includes('This is a rehearsal') === true,
  );
  if (!isRehearsal || page === null) return conversation;
  const { names, provider } = page;
  const isPreview = names === null || names.some((name) => name.includes('preview'));
  const pattern = isPreview ? '*-preview*' : (names[0] ?? '*'); // A page without models.
  return { ...conversation, text: `hide \`${pattern}\` in ${provider}` };
}

/** The steps of the reply to a request; null if a part of it is not understood. */
function stepsOf(conversation: Conversation): ReplySteps | null {
  const { page, text } = conversation;
  if (page === null || text.length > MAX_LENGTH) return null;
  const { clauses, patterns } = readSentence(text, page.providers);
  const steps = new ReplySteps(page, conversation, patterns);
  for (const clause of clauses) {
    steps.clause = clause;
    const [intent, expression] = REQUESTS.find((request) => request[1].test(clause.text)) ?? [];
    const groups = Object.entries(expression?.exec(clause.text)?.groups ?? {});
    const spoken = groups.map(([name, group]) => [name, name === 'what' ? group : group?.toLowerCase()]);
    if (intent === undefined || !intent.addSteps(steps, Object.fromEntries(spoken))) return null;
    steps.reasons.push(`I read this as “${intent.name}”.`);
  }
  return clauses.length === 0 ? null : steps;
}

/** Makes the remaining calls, or reports the results. After a failure no further call is made. */
function carryOut(
  { calls, remarks, reasons }: Pick<ReplySteps, 'calls' | 'remarks' | 'reasons'>,
  made: Conversation['made'],
): DemoReply {
  const due: ToolCall[] = [];
  const parts: string[] = [];
  let hasFailed = false;
  for (const call of calls) {
    const tries = made.filter((other) => callKey(other.call) === callKey(call));
    const last = tries.at(-1);
    const isRetry = last?.result.code === 'page_changed' && tries.length < MAX_TRIES;
    if (last === undefined || isRetry) due.push(call);
    else {
      parts.push(reportCall(last));
      hasFailed ||= !isSettled(last.result);
    }
  }
  if (hasFailed && due.length > 0) parts.push('I skipped the rest because of that.');
  if (hasFailed || due.length === 0) return say([...parts, ...(hasFailed ? [] : remarks)].join('\n\n'));
  const alone = due.findIndex(({ name }) => ALONE.test(name));
  return calling(alone < 0 ? due : due.slice(0, Math.max(alone, 1)), reasons.join(' '));
}

function say(content: string): DemoReply {
  return { reasoning: 'I compared the request with the sentences that I know.', content, toolCalls: [] };
}

function calling(toolCalls: ToolCall[], reasoning: string): DemoReply {
  const names = nameList([...new Set(toolCalls.map(({ name }) => name))]);
  return { reasoning, content: `Calling ${names}.`, toolCalls };
}

/** A description of the demo model, with examples of each kind of request. */
function understood(): string {
  const lines = INTENTS.map(({ name, examples }) => `- ${name}: ${quoted(examples)}`);
  return `I am \`demo/assistant\`, a rule-based stand-in, not an AI. I understand these, and several of them in one message:\n\n${lines.join('\n')}`;
}

function quoted(examples: readonly string[]): string {
  return examples.map((example) => `“${example}”`).join(', ');
}
