import { fromErrorInfo, isStewardError, toErrorInfo } from '@/src/core/errors';
import { withoutCredentials } from '@/src/core/secrets/server-words';
import type { PageAnswers } from '@/src/messages/page';
import type { StateRequestType } from '@/src/page-host/half-host';

type StateAnswer = PageAnswers[StateRequestType];

/**
 * Awaits a state half's answer, and removes credentials from its words: messages and errors. They can quote the page's server, and are
 * shown, stored and sent to a model. A state has no such words; it stays as it is.
 */
export async function withoutCredentialsIn<Answer extends StateAnswer>(
  answering: Promise<Answer>,
): Promise<Answer> {
  try {
    // Only texts differ.
    return inAnswer(await answering) as Answer;
  } catch (error) {
    if (!isStewardError(error)) throw error;
    const words = toErrorInfo(error);
    const kept = inWords(words);
    throw JSON.stringify(words) === JSON.stringify(kept) ? error : fromErrorInfo(kept);
  }
}

function inAnswer(answer: StateAnswer): StateAnswer {
  if (answer === null) return answer;
  if ('result' in answer) {
    return { ...answer, result: { ...answer.result, message: inWords(answer.result.message) } };
  }
  if ('outcome' in answer) return { ...answer, outcome: inAnswer(answer.outcome) as typeof answer.outcome };
  return 'error' in answer ? { ...answer, error: inWords(answer.error) } : answer;
}

/** The same words, in which each text is without credentials. */
function inWords<Words>(words: Words): Words {
  if (typeof words === 'string') return withoutCredentials(words) as Words;
  if (typeof words !== 'object' || words === null) return words;
  const parts = Object.entries(words).map(([name, part]) => [name, inWords(part)]);
  return (Array.isArray(words) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as Words;
}
