/** The ways in which an adapter can reach its page; each has a folder of templates. */
export const TEMPLATE_KINDS = /** @type {const} */ (['page-protocol', 'rest', 'form', 'dom', 'rule-list']);
/** Time at which changes of a page take effect for others: at once, or with a save. */
export const EFFECTS = /** @type {const} */ (['live', 'saved']);
/** Difference between two pages of the adapter: their site, or their path. */
export const IDENTITIES = /** @type {const} */ (['site', 'path']);
/** Types of the page's values: on or off, a whole number from 0, or a text. */
export const VALUE_TYPES = /** @type {const} */ (['boolean', 'number', 'text']);

/** @typedef {'id' | 'title' | 'match' | 'kind' | 'changes' | 'identity' | 'noun' | 'value'} AnswerName */
/** @typedef {Partial<Record<string, unknown>>} GivenAnswers */
/**
 * The problem of an answer in a sentence; null for a valid answer.
 * @typedef {(answer: string) => string | null} Check
 */

/** A missing, invalid or contradictory answer, in a sentence for the author. */
export class AnswerProblem extends Error {
  /**
   * @param {string} message
   * @param {boolean} isMissing
   */
  constructor(message, isMissing) {
    super(message);
    this.name = 'AnswerProblem';
    /** True if answers are missing and nobody can be asked. */
    this.isMissing = isMissing;
  }
}

/** @type {(allowed: readonly string[]) => Check} */
const oneOf = (allowed) => (answer) =>
  allowed.includes(answer) ? null : `has to be ${allowed.join(' or ')}`;
/** @type {(pattern: RegExp, problem: string) => Check} */
const like = (pattern, problem) => (answer) => (pattern.test(answer) ? null : problem);

/**
 * The answers that are asked for.
 *
 * @type {readonly { name: AnswerName, text: string, check: Check }[]}
 */
const QUESTIONS = [
  {
    name: 'id',
    text: 'Id of the adapter (lower-case letters, digits, hyphens)',
    check: like(
      /^(?=.{1,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
      'has to be lower-case letters, digits and single hyphens, at most 40, and begin with a letter',
    ),
  },
  {
    name: 'title',
    text: 'Title of the page in the panel',
    check: like(/^\S.{0,59}$/, 'has to be one line of at most 60 characters'),
  },
  {
    name: 'match',
    text: 'Addresses of its pages, with * for any characters',
    check: like(/^(https?|\*):\/\/[^/\s]+\/\S*$/, 'has to look like https://host/path*, with a path'),
  },
  {
    name: 'kind',
    text: `How is the page reached (${TEMPLATE_KINDS.join(', ')}; without an API form, or dom only if the page changes without loading again)`,
    check: oneOf(TEMPLATE_KINDS),
  },
  {
    name: 'changes',
    text: 'When does a change hold for others: at once (live), or when it is saved (saved)',
    check: oneOf(EFFECTS),
  },
  {
    name: 'identity',
    text: 'Is there one such page for each site (site), or one for each path (path)',
    check: oneOf(IDENTITIES),
  },
];

/**
 * Answers that aren't asked for, since the noun and the values can be changed in the new files, with their defaults.
 *
 * @type {readonly { name: AnswerName, byDefault: string, check: Check }[]}
 */
const OPTIONS = [
  {
    name: 'noun',
    byDefault: 'switch',
    check: like(
      /^[a-z]{2,30}(\/[a-z]{2,30})?$/,
      'has to be one word of the letters a to z, such as limit or datum/data',
    ),
  },
  { name: 'value', byDefault: 'boolean', check: oneOf(VALUE_TYPES) },
];

/** Names of all answers. */
export const ANSWER_NAMES = [...QUESTIONS, ...OPTIONS].map(({ name }) => name);

/**
 * Checks the given answers, and asks for missing ones with `ask`; null if there is no terminal. Resolves with all answers. Throws
 * {@link AnswerProblem}; what is given is checked before anything is asked.
 *
 * @param {GivenAnswers} given
 * @param {readonly string[]} taken
 * @param {((text: string) => Promise<string>) | null} ask
 * @returns {Promise<Record<AnswerName, string>>}
 */
export async function completeAnswers(given, taken, ask) {
  const missing = QUESTIONS.filter(({ name }) => given[name] === undefined);
  const present = [...QUESTIONS, ...OPTIONS].filter(({ name }) => given[name] !== undefined);
  for (const { name, check } of present) requireValid(name, String(given[name]).trim(), check);
  if (taken.includes(String(given.id))) {
    throw new AnswerProblem(
      `The id ${given.id} is taken: Steward has an adapter of that name. Choose another one.`,
      false,
    );
  }
  /** @type {Partial<Record<AnswerName, string>>} */
  const answers = Object.fromEntries([
    ...OPTIONS.map(({ name, byDefault }) => [name, byDefault]),
    ...present.map(({ name }) => [name, String(given[name]).trim()]),
  ]);
  requireFitting(answers, given);
  if (ask === null && missing.length > 0) {
    const names = missing.map(({ name }) => `--${name}`).join(', ');
    throw new AnswerProblem(`Missing: ${names}. Nobody can be asked, because this is not a terminal.`, true);
  }
  for (const { name, text, check } of missing) {
    // Without a terminal, a missing answer was refused above.
    const answer = ((await ask?.(text)) ?? '').trim();
    requireValid(name, answer, check);
    answers[name] = answer;
  }
  requireFitting(answers, given);
  // Every answer is given, asked for, or has a default.
  return /** @type {Record<AnswerName, string>} */ (answers);
}

/** @type {(name: AnswerName, answer: string, check: Check) => void} */
function requireValid(name, answer, check) {
  const wrong = check(answer);
  if (wrong !== null) throw new AnswerProblem(`--${name} ${JSON.stringify(answer)} ${wrong}.`, false);
}

/** @type {(answers: Partial<Record<AnswerName, string>>, given: GivenAnswers) => void} */
function requireFitting({ kind, changes }, given) {
  if (kind !== 'rule-list') return;
  if (changes === 'saved') {
    throw new AnswerProblem(
      '--kind rule-list is for servers whose rules hold at once: --changes has to be live.',
      false,
    );
  }
  if ((given.noun ?? given.value) !== undefined) {
    throw new AnswerProblem(
      '--kind rule-list has lists of rules and no values: leave out --noun and --value.',
      false,
    );
  }
}
