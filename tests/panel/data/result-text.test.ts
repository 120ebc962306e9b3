import { describe, expect, it } from 'vitest';
import { withDecision } from '@/src/core/policy/with-decision';
import * as callResults from '@/src/core/tools/call-results';
import * as messageResults from '@/src/core/tools/message-results';
import { validateCall } from '@/src/core/tools/validate-call';
import { resultText } from '@/src/panel/data/result-text';
import type { ToolResult } from '@/src/schema/tool-result';
import { wordsOf } from '@/src/texts/i18n';

const OTHER = { id: 'c2', title: 'Shop' };

/** A result of each function of the core that makes one. */
const RESULTS: Readonly<
  Record<Exclude<keyof typeof callResults, 'tooManyInvalidCalls'>, ToolResult> &
    Record<keyof typeof messageResults, ToolResult>
> = {
  denied: callResults.denied('save'),
  deniedReadOnly: callResults.deniedReadOnly('save'),
  deniedInRehearsal: callResults.deniedInRehearsal('save'),
  deniedByOrganisation: callResults.deniedByOrganisation('save'),
  rejected: callResults.rejected('not now'),
  pageChanged: callResults.pageChanged(['the user']),
  lateResult: callResults.lateResult('Hides 2 models.'),
  appliedDespiteFailure: callResults.appliedDespiteFailure(callResults.cancelled(), 'Hides 2 models.'),
  notAppliedResult: callResults.notAppliedResult('save'),
  partlyAppliedResult: callResults.partlyAppliedResult('save', { differences: [], parts: null }, 'No room.'),
  uncertainResult: callResults.uncertainResult('save', null, false),
  afterUncertainWrite: callResults.afterUncertainWrite(),
  planUndecided: callResults.planUndecided(),
  userWrote: callResults.userWrote(),
  notAuthorised: callResults.notAuthorised(),
  outcomeUnknown: callResults.outcomeUnknown(),
  interruptedRead: callResults.interruptedRead(),
  cutOff: callResults.cutOff(),
  timedOut: callResults.timedOut('save', 1_500),
  cancelled: callResults.cancelled(),
  oneStatusOnly: callResults.oneStatusOnly(),
  delivered: messageResults.delivered(OTHER, true),
  unknownChat: messageResults.unknownChat('Shop', [OTHER]),
  ambiguousChat: messageResults.ambiguousChat('Shop', [OTHER, OTHER]),
  ownChat: messageResults.ownChat(),
  mutualWait: messageResults.mutualWait('Shop'),
  tooManyMessages: messageResults.tooManyMessages(3),
  notDelivered: messageResults.notDelivered('Shop', 'It is paused.'),
  deliveryInterrupted: messageResults.deliveryInterrupted(),
};

/** Results that user and model read alike: they say what happened, and tell nobody what to do. */
const FOR_BOTH = [
  'appliedDespiteFailure',
  'cancelled',
  'lateResult',
  'notDelivered',
  'partlyAppliedResult',
  'timedOut',
];

/** Words of a text for the model: it speaks of the user, gives orders, or names the model's own means. */
const FOR_MODEL =
  /\bthe user\b|since you saw|if it is still wanted|\byour (answer|own)\b|Look at|\bNot finished yet\b|Did you mean|schema|finish_task/i;

const textOf = (result: ToolResult) =>
  wordsOf(resultText({ name: result.data?.chat_id === undefined ? 'save' : 'send_message', result }));

describe('the text that the user reads of a result', () => {
  it.each(Object.entries(RESULTS))('is not the one for the model: %s', (name, result) => {
    const text = textOf(result);
    expect(text).not.toMatch(FOR_MODEL);
    expect(text === result.message).toBe(FOR_BOTH.includes(name));
  });

  it.each([
    ['has no such tool', 'publish', '{}'],
    ['is no JSON', 'save', 'x'],
  ])('is not the one for the model: a call that %s', (_, name, argumentsText) => {
    const checked = validateCall([], { name, argumentsText });
    const text = checked.kind === 'invalid' ? textOf(checked.result) : '';
    expect(text).toMatch(/was not run\.$/);
  });

  it('says that the page was loaded again while the call ran', () => {
    const text = textOf(callResults.uncertainResult('set_limit', null, true));
    expect(text).toBe(
      'The page was loaded again while this ran, so it is uncertain whether this took effect.',
    );
  });

  it('is the adapter’s own for what an adapter answers', () => {
    const result = { success: false, message: 'There is no ignore rule "x".', error_code: 'rule_not_found' };
    expect(textOf(result)).toBe(result.message);
  });

  it('leaves out the user’s decision, which the model reads', () => {
    const decision = {
      verdict: 'approved',
      args: { a: 2 },
      isEdited: true,
      note: 'only once',
      atMs: 1,
    } as const;
    const call = { executionId: 'e', tool: 'save', label: '', question: '', args: { a: 1 }, isAsked: true };
    const result = withDecision({ success: true, message: 'Saved.' }, { ...call, decision, shown: null });
    expect(textOf(result)).toBe('Saved.');
  });
});
