import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine } from '../parse-command-line.mjs';
import { runCommand } from '../run-command.mjs';
import { textModules } from '../texts/build-texts';
import { checkLanguage } from '../texts/check-language';
import { UserError } from '../user-error.mjs';
import { type CheckoutWithAdapter, withAdapter } from './checkout-with';

const HELP = `Usage: npm run check-adapter -- --adapter PATH

Checks the types and texts of an adapter outside of the repository. Its tsconfig.json, which create-steward-adapter
writes, names the folder of Steward's sources.`;

/** The types of all texts, which this checkout's sources import as `#texts`. */
const TYPES = 'texts/index.ts';

/** Runs `npm run check-adapter` with these arguments. Resolves with the exit code. */
export async function checkAdapter(args: string[]): Promise<number> {
  const given = parseCommandLine(args, HELP, { options: { adapter: { type: 'string' } } });
  if (given === null) return 0;
  const { adapter } = given.values;
  if (adapter === undefined) throw new UserError(HELP);
  const problems = await withAdapter(adapter, async (checkout) => checkTexts(checkout));
  if (problems.length === 0) return runCommand('npx', ['tsc', '--noEmit', '-p', adapter]);
  for (const problem of problems) console.error(problem);
  return 1;
}

/**
 * Returns the problems of the adapter's texts, a line for each. If there are none, adds the texts to the types of this checkout, so
 * that the adapter's sources can be compiled; the next build of the checkout takes them out.
 */
export function checkTexts({ folder, id }: CheckoutWithAdapter): string[] {
  const languages = readdirSync(join(folder, 'src', 'adapters', id)).flatMap(
    (name) => /^texts\.([\w-]+)\.yml$/.exec(name)?.[1] ?? [],
  );
  const problems = languages.flatMap((language) =>
    checkLanguage(folder, language)
      .problems.filter((problem) => problem.startsWith(`${id}.`))
      .map((problem) => `texts.${language}.yml: ${problem}`),
  );
  if (problems.length > 0) return problems;
  for (const { path, text } of textModules(folder)) {
    if (path === TYPES) writeFileSync(join('.wxt', path), text);
  }
  return [];
}
