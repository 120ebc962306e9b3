import { readFileSync } from 'node:fs';
import { readAnswers } from '@/scripts/adapter/read-answers';
import { renderTemplate, templateFiles } from '@/scripts/adapter/render-template';
import type { TemplateKind } from '@/scripts/adapter/template-kinds';

/** The adapter that a tutorial leads to. */
interface FollowedTutorial {
  kind: TemplateKind;
  /** Texts of the files by their names, with the id of the templates, whose texts are typed. */
  files: ReadonlyMap<string, string>;
}

/** Diffs of files, in their order. */
const DIFFS = /```diff ([a-z.-]+)\n([\s\S]*?)```/g;

/**
 * Follows each tutorial of docs/adapters.md: writes the scaffold that it names, and applies its diffs. Throws if a text to replace
 * is not there, as happens when a template changes and the tutorial doesn't.
 */
export async function followTutorials(): Promise<FollowedTutorial[]> {
  const [, section = ''] = readFileSync('docs/adapters.md', 'utf8').split('\n## Tutorial\n');
  const parts = (section.split('\n## ')[0] ?? '').split('\n### ');
  const followed: FollowedTutorial[] = [];
  for (const part of parts) {
    const args = scaffoldArguments(part);
    if (args !== null) followed.push(await followTutorial(part, args));
  }
  return followed;
}

async function followTutorial(tutorial: string, args: string[]): Promise<FollowedTutorial> {
  const adapter = await readAnswers(args, null);
  if (adapter === null) throw new Error('The tutorial asks for the help.');
  const files = new Map(templateFiles(adapter.kind).map((name) => [name, renderTemplate(name, adapter)]));
  for (const [, name = '', diff = ''] of tutorial.matchAll(DIFFS)) {
    const [text = '', from] = [files.get(name), side(diff, '-')];
    if (!text.includes(from)) throw new Error(`${name} does not contain: ${from}`);
    files.set(
      name,
      text.replace(from, () => side(diff, '+')),
    );
  }
  const withTemplateId = [...files].map(
    ([name, text]) => [name, text.replaceAll(adapter.id, 'template-adapter')] as const,
  );
  return { kind: adapter.kind, files: new Map(withTemplateId) };
}

/** Arguments of the tutorial's `npm run new-adapter`; null for a text without one. */
function scaffoldArguments(tutorial: string): string[] | null {
  const [, command] = /npm run new-adapter -- ([\s\S]*?)\nnpm/.exec(tutorial) ?? [];
  if (command === undefined) return null;
  const words = command.matchAll(/"([^"]*)"|(--?[a-z]+|[a-z][a-z-]*)/g);
  return [...words].map(([, quoted, word]) => quoted ?? word ?? '');
}

/** The lines of one side of a diff. */
function side(diff: string, sign: '-' | '+'): string {
  const lines = diff.split('\n').filter((line) => line.startsWith(sign));
  return lines.map((line) => line.slice(1)).join('\n');
}
