import type { AdapterCall } from '@/tests/conformance/adapter-case';
import { type ScriptedModel, type ScriptStep, startScriptedModel } from '@/tests/fakes/scripted-model';

/** Most requests that the model answers; more than anybody sends by hand. */
const MAX_REQUESTS = 10_000;

/**
 * Starts a model that makes an adapter's sample calls in turn, one for each message of the user, whatever the message
 * says.
 */
export function startSampleModel(apiKey: string, calls: readonly AdapterCall[]): Promise<ScriptedModel> {
  const answer: ScriptStep = ({ body: { messages } }) => {
    const asked = messages.filter(({ role }) => role === 'user').length;
    const call = calls[(asked - 1) % calls.length];
    if (call === undefined || messages.at(-1)?.role === 'tool') {
      return { kind: 'response', content: 'Done: the result above is what the tool returned.' };
    }
    return {
      kind: 'response',
      content: `Calling ${call.tool}.`,
      calls: [{ name: call.tool, arguments: call.args }],
    };
  };
  return startScriptedModel(apiKey, Array<ScriptStep>(MAX_REQUESTS).fill(answer));
}
