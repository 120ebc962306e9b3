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
  --kind      ${TEMPLATE_KINDS.join(', ')} (docs/adapters.md helps to choose)
  --changes   live: changes hold for others at once, so each asks; saved: they wait until they are saved
  --identity  what distinguishes two of its pages: site (one for each site) or path (one for each path)
  --noun      word for one of the page's values, in lower case: limit; with its plural, if that isn't regular: datum/data.
              The default is switch
  --value     type of the values: ${VALUE_TYPES.join(', ')}; a number is a whole one from 0. The default is boolean
`;

/** An answer that the author gives, and its validation. */
interface Answer {
  name: keyof NewAdapter;
  /** A sentence that states the problem of an answer; null for a valid answer. */
  problem(answer: string): string | null;
}

/** An answer that is asked for. */
interface Question extends Answer {
  text: string;
}

/** An answer that isn't asked for, since the noun and the values can be changed in the new files. */
interface Option extends Answer {
  byDefault: string;
}

const oneOf = (allowed: readonly string[]) => (answer: string) =>
  allowed.includes(answer) ? null : `has to be ${allowed.join(' or ')}`;

const QUESTIONS: readonly Question[] = [
  {
    name: 'id',
    text: 'Id of the adapter (lower-case letters, digits, hyphens)',
    problem: (id) =>
      /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) && id.length <= 40
        ? null
        : 'has to be lower-case letters, digits and single hyphens, at most 40, and begin with a letter',
  },
  {
    name: 'title',
    text: 'Title of the page in the panel',
    problem: (title) => (/^\S.{0,59}$/.test(title) ? null : 'has to be one line of at most 60 characters'),
  },
  {
    name: 'match',
    text: 'Addresses of its pages, with * for any characters',
    problem: (match) =>
      /^(https?|\*):\/\/[^/\s]+\/\S*$/.test(match)
        ? null
        : 'has to look like https://host/path*, with a path',
  },
  {
    name: 'kind',
    text: `How is the page reached (${TEMPLATE_KINDS.join(', ')})`,
    problem: oneOf(TEMPLATE_KINDS),
  },
  {
    name: 'changes',
    text: 'When does a change hold for others: at once (live), or when it is saved (saved)',
    problem: oneOf(EFFECTS),
  },
  {
    name: 'identity',
    text: 'Is there one such page for each site (site), or one for each path (path)',
    problem: oneOf(IDENTITIES),
  },
];

const OPTIONS: readonly Option[] = [
  {
    name: 'noun',
    byDefault: 'switch',
    problem: (noun) =>
      /^[a-z]{2,30}(\/[a-z]{2,30})?$/.test(noun)
        ? null
        : 'has to be one word of the letters a to z, such as limit or datum/data',
  },
  { name: 'value', byDefault: 'boolean', problem: oneOf(VALUE_TYPES) },
];

/**
 * Reads the answers from the arguments. `ask` prompts for missing ones; null if there is no terminal. Resolves with
 * null for `--help`, after printing the help. Throws {@link UserError} for an invalid or missing answer.
 */
export async function readAnswers(
  args: string[],
  ask: ((text: string) => Promise<string>) | null,
): Promise<NewAdapter | null> {
  const names = [...QUESTIONS, ...OPTIONS].map(({ name }) => name);
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const given = parseCommandLine(args, USAGE, { options })?.values;
  if (given === undefined) return null;
  const answers: Partial<Record<keyof NewAdapter, string>> = {};
  const take = ({ name, problem }: Answer, value: unknown) => {
    const answer = String(value).trim();
    const wrong = problem(answer);
    if (wrong !== null) throw new UserError(`--${name} ${JSON.stringify(answer)} ${wrong}.`);
    answers[name] = answer;
  };
  const missing = QUESTIONS.filter(({ name }) => given[name] === undefined);
  if (ask === null && missing.length > 0) {
    const list = missing.map(({ name }) => `--${name}`).join(', ');
    throw new UserError(`Missing: ${list}. Nobody can be asked, because this is not a terminal.\n\n${USAGE}`);
  }
  for (const question of QUESTIONS) take(question, given[question.name] ?? (await ask?.(question.text)));
  for (const option of OPTIONS) take(option, given[option.name] ?? option.byDefault);
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
