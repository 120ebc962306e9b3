import { withoutDecision } from '@/src/core/policy/with-decision';
import { SEND_MESSAGE } from '@/src/core/records/chat-message';
import { callOutcome } from '@/src/core/records/tool-result';
import type { ToolMessage } from '@/src/schema/message';
import { type Said, say, type TextKey } from '@/src/schema/values/said';

/** Texts for the user, by error code, where the result's message is an instruction to the model. */
const REASONS: Readonly<Record<string, TextKey>> = {
  ambiguous_chat: 'conversation.reason.ambiguousChat',
  cut_off: 'conversation.reason.cutOff',
  denied_by_organisation: 'conversation.reason.deniedByOrganisation',
  denied_by_policy: 'conversation.reason.denied',
  earlier_uncertain: 'conversation.reason.earlierUncertain',
  interrupted: 'conversation.reason.interrupted',
  invalid_parameters: 'conversation.reason.invalidCall',
  message_limit: 'conversation.reason.messageLimit',
  mutual_wait: 'conversation.reason.mutualWait',
  not_applied: 'conversation.reason.notApplied',
  not_authorised: 'conversation.reason.notAuthorised',
  one_status_only: 'conversation.reason.oneStatusOnly',
  outcome_unknown: 'conversation.reason.outcomeUnknown',
  outcome_unknown_reloaded: 'conversation.reason.outcomeReloaded',
  own_chat: 'conversation.reason.ownChat',
  page_changed: 'conversation.reason.pageChanged',
  plan_open: 'conversation.reason.planOpen',
  rejected_by_user: 'conversation.reason.rejected',
  unknown_chat: 'conversation.reason.unknownChat',
  unknown_tool: 'conversation.reason.unknownTool',
  user_wrote: 'conversation.reason.userWrote',
};

type NamedResult = Pick<ToolMessage, 'name' | 'result'>;

/** The text of a result for the user; null if only its message is there, which is written for the model and in English. */
export function ownResultText({ name, result }: NamedResult): Said | null {
  if (result.forUser !== undefined) return result.forUser;
  if (result.success) return name === SEND_MESSAGE ? say('conversation.reason.delivered') : null;
  const code = result.data?.page_reloaded === true ? `${result.error_code}_reloaded` : result.error_code;
  const reason = REASONS[code ?? ''];
  if (reason !== undefined) return say(reason);
  if (callOutcome(result) !== 'nothing-to-do') return null;
  return say(code === 'no_match' ? 'conversation.reason.noMatch' : 'conversation.reason.alreadySo');
}

/** The outcome of a call in words for the user. The text that the model received is in the call's technical details. */
export function resultText(named: NamedResult): Said {
  return ownResultText(named) ?? withoutDecision(named.result).message;
}
