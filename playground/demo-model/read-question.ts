import { type Phrase, says, WORDS } from './phrase';

/** How questions and requests to list something begin. "Show" may also ask to make visible: see below. */
export const QUESTION_START =
  /^(?:(?:what|which|how many|show|list|find|tell me|give me|see|count|display)(?=\s|$)|what's\s)/;

/** Words of a question that name no model. */
export const QUESTION_WORDS = new RegExp(
  `^(?:what's|which|what|how|many|show|list|find|tell|give|get|see|count|display|would|could|should|happen|happens|if|i|by|because|not|can't|cannot|matche?s?|matched|affect(?:s|ed)?|catch(?:es)?|${WORDS.block}s?|${WORDS.blocking}|${WORDS.hidden}|${WORDS.visible}|exist|exists|wildcard|left|${WORDS.rules})$`,
);

/** A mark of a literal pattern: such a question asks what the pattern matches. */
const PATTERN_MARK = /[\uE000]/;

/**
 * Reads a clause that begins like a question.
 * @returns null when it asks nothing about models or rules.
 */
export function readQuestion(text: string): Phrase | null {
  if (PATTERN_MARK.test(text)) return isPlainShow(text) ? null : { kind: 'match', rest: text };
  if (
    says(
      'match(?:es|ed|ing)?|contain(?:s|ing)?|affect(?:s|ed)?|would|if|(?:start|end|begin)(?:s|ing)? with',
      text,
    )
  ) {
    return { kind: 'match', rest: text };
  }
  if (says(WORDS.rules, text)) return { kind: 'status', topic: 'rules', rest: '' };
  if (says(`${WORDS.hidden}|not ${WORDS.visible}|hides?|blocks?|can't|cannot`, text)) {
    return { kind: 'status', topic: 'hidden', rest: text };
  }
  if (says(`${WORDS.visible}|left|(?:clients|people|users|i|we|they) (?:can )?see`, text)) {
    return { kind: 'status', topic: 'visible', rest: text };
  }
  if (says('unsaved|changed|changes|saved', text)) return { kind: 'status', topic: 'unsaved', rest: '' };
  if (says('status|state|overview|summary|page', text)) {
    return { kind: 'status', topic: 'overview', rest: '' };
  }
  if (
    /^(?:what|which|how many|show|show me|list|give me|display) (?:(?:all|are|the|of) )*models?(?: .*)?$/.test(
      text,
    )
  ) {
    return { kind: 'status', topic: 'overview', rest: '' };
  }
  const asksForModels = says('models?|ones', text) && !isPlainShow(text);
  return asksForModels || /^(?:show me|list|find) /.test(text) ? { kind: 'match', rest: text } : null;
}

/** "Show X" makes X visible; "show me X" lists it. */
function isPlainShow(text: string): boolean {
  return /^show (?!me )/.test(text);
}
