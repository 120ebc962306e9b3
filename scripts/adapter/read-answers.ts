import {
  ANSWER_NAMES,
  AnswerProblem,
  completeAnswers,
  TEMPLATE_KINDS,
  VALUE_TYPES,
} from '../kit/answers.mjs';
import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';
import type { NewAdapter } from './template-kinds';

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

/**
 * Reads the answers from the arguments. `ask` prompts for missing ones; null if there is no terminal. Resolves with
 * null for `--help`, after printing the help. Throws {@link UserError} for an invalid or missing answer.
 */
export async function readAnswers(
  args: string[],
  ask: ((text: string) => Promise<string>) | null,
): Promise<NewAdapter | null> {
  const options = Object.fromEntries(ANSWER_NAMES.map((name) => [name, { type: 'string' as const }]));
  const given = parseCommandLine(args, USAGE, { options })?.values;
  if (given === undefined) return null;
  try {
    // The commands that write or copy an adapter look for one of the same id themselves.
    const answers: Record<keyof NewAdapter, string> = await completeAnswers(given, [], ask);
    // Only values that the types allow are valid.
    return answers as NewAdapter;
  } catch (error) {
    if (!(error instanceof AnswerProblem)) throw error;
    throw new UserError(error.isMissing ? `${error.message}\n\n${USAGE}` : error.message);
  }
}
