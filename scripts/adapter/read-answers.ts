import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';
import { EFFECTS, IDENTITIES, type NewAdapter, TEMPLATE_KINDS, VALUE_TYPES } from './template-kinds';

const USAGE = `Usage: npm run new-adapter -- --id ID --title TITLE --match PATTERN --kind KIND --changes WHEN --identity BY
                                 [--noun NOUN] [--value TYPE]

Writes src/adapters/ID/ with a small adapter that works on its own fixture page, and registers it. What is missing
is asked for, if this is a terminal. With --folder PATH in place of --id, it is written to that folder, whose name is
the id, and isn't registered.

  --id        name of the adapter and its folder: lower-case letters, digits and hyphens
  --title     name of the page for the panel, e.g. "Rate limits"
  --match     addresses of its pages, with * for any characters: https://admin.example.com/limits*
  --kind      ${TEMPLATE_KINDS.join(', ')} (docs/adapters.md helps to choose);
              for a page without an API form, or dom only if it changes without loading again
  --changes   live: changes hold for others at once, so each asks; saved: they wait until they are saved
  --identity  what distinguishes two of its pages: site (one for each site) or path (one for each path)
  --noun      word for one of the page's values, in lower case: limit; with its plural, if that isn't regular: datum/data.
              The default is switch
  --value     type of the values: ${VALUE_TYPES.join(', ')}; a number is a whole one from 0. The default is boolean
`;

/** A function that states the problem of an answer in a sentence; null for a valid answer. */
type Check = (answer: string) => string | null;

const oneOf = (allowed: readonly string[]) => (answer: string) =>
  allowed.includes(answer) ? null : `has to be ${allowed.join(' or ')}`;
const like = (pattern: RegExp, problem: string) => (answer: string) =>
  pattern.test(answer) ? null : problem;

/** The answers that are asked for, with the question. */
const QUESTIONS: readonly (readonly [name: keyof NewAdapter, text: string, check: Check])[] = [
  [
    'id',
    'Id of the adapter (lower-case letters, digits, hyphens)',
    like(
      /^(?=.{1,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
      'has to be lower-case letters, digits and single hyphens, at most 40, and begin with a letter',
    ),
  ],
  [
    'title',
    'Title of the page in the panel',
    like(/^\S.{0,59}$/, 'has to be one line of at most 60 characters'),
  ],
  [
    'match',
    'Addresses of its pages, with * for any characters',
    like(/^(https?|\*):\/\/[^/\s]+\/\S*$/, 'has to look like https://host/path*, with a path'),
  ],
  [
    'kind',
    `How is the page reached (${TEMPLATE_KINDS.join(', ')}; without an API form, or dom only if the page changes without loading again)`,
    oneOf(TEMPLATE_KINDS),
  ],
  [
    'changes',
    'When does a change hold for others: at once (live), or when it is saved (saved)',
    oneOf(EFFECTS),
  ],
  ['identity', 'Is there one such page for each site (site), or one for each path (path)', oneOf(IDENTITIES)],
];

/** Answers that aren't asked for, since the noun and the values can be changed in the new files, with their defaults. */
const OPTIONS: readonly (readonly [name: keyof NewAdapter, byDefault: string, check: Check])[] = [
  [
    'noun',
    'switch',
    like(
      /^[a-z]{2,30}(\/[a-z]{2,30})?$/,
      'has to be one word of the letters a to z, such as limit or datum/data',
    ),
  ],
  ['value', 'boolean', oneOf(VALUE_TYPES)],
];

/**
 * Reads the answers from the arguments. `ask` prompts for missing ones; null if there is no terminal. Resolves with
 * null for `--help`, after printing the help. Throws {@link UserError} for an invalid or missing answer.
 */
export async function readAnswers(
  args: string[],
  ask: ((text: string) => Promise<string>) | null,
): Promise<NewAdapter | null> {
  const names = [...QUESTIONS, ...OPTIONS].map(([name]) => name);
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const given = parseCommandLine(args, USAGE, { options })?.values;
  if (given === undefined) return null;
  const missing = QUESTIONS.flatMap(([name]) => (given[name] === undefined ? `--${name}` : []));
  if (ask === null && missing.length > 0) {
    throw new UserError(
      `Missing: ${missing.join(', ')}. Nobody can be asked, because this is not a terminal.\n\n${USAGE}`,
    );
  }
  const answers: Partial<Record<keyof NewAdapter, string>> = {};
  const take = (name: keyof NewAdapter, value: unknown, check: Check) => {
    const answer = String(value).trim();
    const wrong = check(answer);
    if (wrong !== null) throw new UserError(`--${name} ${JSON.stringify(answer)} ${wrong}.`);
    answers[name] = answer;
  };
  for (const [name, text, check] of QUESTIONS) take(name, given[name] ?? (await ask?.(text)), check);
  for (const [name, byDefault, check] of OPTIONS) take(name, given[name] ?? byDefault, check);
  if (answers.kind === 'rule-list' && answers.changes === 'saved') {
    throw new UserError(
      '--kind rule-list is for servers whose rules hold at once: --changes has to be live.',
    );
  }
  if (answers.kind === 'rule-list' && (given.noun ?? given.value) !== undefined) {
    throw new UserError('--kind rule-list has lists of rules and no values: leave out --noun and --value.');
  }
  // The questions only accept values that the types allow.
  return answers as Record<keyof NewAdapter, string> as NewAdapter;
}
