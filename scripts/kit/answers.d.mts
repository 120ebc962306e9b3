export const TEMPLATE_KINDS: readonly ['page-protocol', 'rest', 'form', 'dom', 'rule-list'];
export const EFFECTS: readonly ['live', 'saved'];
export const IDENTITIES: readonly ['site', 'path'];
export const VALUE_TYPES: readonly ['boolean', 'number', 'text'];

type Answers = Record<(typeof ANSWER_NAMES)[number], string>;

/** A missing, invalid or contradictory answer, in a sentence for the author. */
export class AnswerProblem extends Error {
  readonly isMissing: boolean;
}

export const ANSWER_NAMES: readonly ['id', 'title', 'match', 'kind', 'changes', 'identity', 'noun', 'value'];

/** Checks the given answers, and asks for missing ones with `ask`; null if there is no terminal. Throws {@link AnswerProblem}. */
export function completeAnswers(
  given: Readonly<Partial<Record<string, unknown>>>,
  taken: readonly string[],
  ask: ((text: string) => Promise<string>) | null,
): Promise<Answers>;
