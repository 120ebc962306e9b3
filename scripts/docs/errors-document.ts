import { join } from 'node:path';
import { parseSync } from 'vite';
import { FAILURES, type FailureKind, remedyOf } from '@/src/core/llm/endpoint-failures';
import type { Message, MessagePart } from '@/src/core/text/message';
import {
  ACT_LABELS,
  ERROR_CODES,
  errorActs,
  errorTitle,
  isRequestedAgain,
} from '@/src/schema/values/error-code';
import { projectSources } from '@/tests/project/project-sources';
import { childrenOf, isNode, type SyntaxNode } from '@/tests/project/syntax-tree';
import { compileMessage } from '../texts/compile-message';
import { readTexts, SOURCE } from '../texts/read-texts';

/** The document that {@link errorsDocument} makes. */
export const ERRORS_DOCUMENT = 'docs/errors.md';

const INTRODUCTION = `# Errors, and what to do

Each heading is the title of an error in the panel. Below it are the buttons that the error has at the end of a run, and the sentences that
it can say, where “…” is a name, an address or a number. [When something doesn’t work](troubleshooting.md) explains the frequent ones.

\`npm run docs -- --errors\` writes this document: the texts are those of the catalogue, the titles and buttons those of
\`src/schema/values/error-code.ts\`.
`;

/** A call that makes an error: its code, and the keys of the texts that it can have. */
interface ErrorPlace {
  code: string;
  texts: readonly string[];
  /** Empty if the remedies are the texts with the same keys and `Remedy` after them. */
  remedies: readonly string[];
}

const FOLDERS = ['src', 'entrypoints'];
const MAKERS = ['textError', 'StewardError'];

type Source = Omit<ErrorPlace, 'texts'>;

/** Errors whose code or text is computed where they are made, by what their keys begin with. */
const COMPUTED: Readonly<Record<string, Source>> = {
  'error.internal': { code: 'internal', remedies: ['remedy.report'] },
  'error.llm.noFirstByte': { code: 'timeout', remedies: ['remedy.checkEndpoint'] },
  'error.llm.idle': { code: 'timeout', remedies: ['remedy.checkEndpoint'] },
  'error.pageHost.': { code: 'state-refused', remedies: ['remedy.lookThenRetry'] },
  'error.checkpoints.left.in-part': left('state-refused', 'setRight'),
  'error.checkpoints.left.not-restored': left('state-refused', 'again'),
  'error.checkpoints.left.gone': left('page-gone', 'again'),
  'error.checkpoints.left.': left('timeout', 'open'),
  'error.storage.backup.': { code: 'invalid-message', remedies: ['error.storage.backup.remedy'] },
  'error.storage.chatFile.': { code: 'invalid-message', remedies: ['error.storage.chatFile.remedy'] },
  'error.storage.settingsFile.': {
    code: 'invalid-message',
    remedies: ['error.storage.settingsFile.remedy'],
  },
  'error.storage.file.': {
    code: 'invalid-message',
    remedies: [
      'error.storage.backup.remedy',
      'error.storage.chatFile.remedy',
      'error.storage.settingsFile.remedy',
    ],
  },
  ...Object.fromEntries(
    Object.entries(FAILURES).map(([kind, code]) => [
      `error.llm.failure.${kind}`,
      { code, remedies: [remedyOf(kind as FailureKind)] },
    ]),
  ),
};

/** Remedies of an error for which the endpoint asks to wait. */
const WAITS = 'error.llm.wait.';

function left(code: string, remedy: string): Source {
  return { code, remedies: [`error.checkpoints.left.${remedy}Remedy`] };
}

/** The Markdown of the errors. Throws if the sources don't show the code of a text. */
export function errorsDocument(root: string): string {
  const cells = new Map(
    [...readTexts(root, SOURCE)].map(([key, { text }]) => [key, cellOf(compileMessage(text).message)]),
  );
  const cell = (key: string): string => {
    const found = cells.get(key);
    if (found === undefined) throw new Error(`The catalogue has no text ${key}.`);
    return found;
  };
  const sources = projectSources(FOLDERS.map((folder) => join(root, folder)));
  const places = [...sources].flatMap(([path, source]) => findErrorPlaces(path, source));
  const rows = [...cells.keys()].flatMap((key) =>
    sourcesOf(key, places).map(({ code, remedies }) => {
      const own = remedies.length === 0 ? [`${key}Remedy`] : remedies;
      return { code, row: `| ${cell(key)} | ${own.map(cell).join('<br>')} |` };
    }),
  );
  // Some codes have the same title, and the same buttons.
  const codes = new Map(ERROR_CODES.map((code) => [cell(errorTitle(code)), code]));
  const sections = [...codes].flatMap(([title, code]) => {
    const own = rows.filter((row) =>
      ERROR_CODES.some((one) => one === row.code && cell(errorTitle(one)) === title),
    );
    if (own.length === 0) return [];
    const buttons = errorActs(code).map((act) => `*${cell(ACT_LABELS[act])}*`);
    const again = isRequestedAgain(code) ? ' Steward first repeats a request to the endpoint by itself.' : '';
    const table = [...new Set(own.map(({ row }) => row))].join('\n');
    return `\n## ${title}\n\nButtons: ${buttons.join(', ')}.${again}\n\n| it says | what to do |\n| --- | --- |\n${table}\n`;
  });
  return INTRODUCTION + sections.sort().join('');
}

/** The codes and remedies of an error with this text; none if no error has it. */
function sourcesOf(key: string, places: readonly ErrorPlace[]): readonly Source[] {
  const own = places.filter(({ texts }) => texts.includes(key));
  if (own.length > 0) return own;
  if (!key.startsWith('error.') || key.startsWith(WAITS) || /remedy$/i.test(key)) return [];
  const [, computed] = Object.entries(COMPUTED).find(([start]) => key.startsWith(start)) ?? [];
  if (computed === undefined) throw new Error(`No place makes an error of ${key}: add it to COMPUTED.`);
  return [computed];
}

/** A text as a cell of a table, with an ellipsis for each value; of a plural the general form, and of a choice all forms. */
function cellOf(message: Message): string {
  return formsOf(message)
    .map((form) => form.replace(/[\\`*_{}[\]<>|]/g, '\\$&'))
    .join('<br>');
}

function formsOf(message: Message): string[] {
  if (typeof message === 'string') return [message];
  return message.reduce<string[]>(
    (starts, part) => {
      const ends = endsOf(part);
      return starts.flatMap((start) => ends.map((end) => start + end));
    },
    [''],
  );
}

function endsOf(part: MessagePart): string[] {
  if (part === 0) return ['…'];
  if (typeof part === 'string') return [part];
  const [, kind, branches] = part;
  if (branches === undefined) return ['…'];
  const { other, ...rest } = branches;
  if (other === undefined) throw new Error('A message has no general form.');
  return (kind === 'plural' ? [other] : [...Object.values(rest), other]).flatMap(formsOf);
}

/** The calls in a source that state code and text of an error, not by a variable. */
export function findErrorPlaces(path: string, source: string): ErrorPlace[] {
  const found: ErrorPlace[] = [];
  visit(parseSync(path, source).program as unknown as SyntaxNode, ({ callee, arguments: given }) => {
    if (!isNode(callee) || !MAKERS.includes(String(callee.name)) || !Array.isArray(given)) return;
    const [code] = textsOf(given[0]);
    const texts = textsOf(given[1]);
    if (code !== undefined && texts.length > 0) {
      found.push({ code, texts, remedies: textsOf(memberOf(given[2], 'remedy')) });
    }
  });
  return found;
}

/** The literals that an expression can be: of `say('a.b', …)` the key, of a choice both. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  const isSaid = isNode(node.callee) && node.callee.name === 'say';
  return isSaid && Array.isArray(node.arguments) ? textsOf(node.arguments[0]) : [];
}

function memberOf(node: unknown, name: string): unknown {
  if (!isNode(node) || !Array.isArray(node.properties)) return null;
  const member = node.properties.find(({ key }) => isNode(key) && key.name === name);
  return isNode(member) ? member.value : null;
}

function visit(node: SyntaxNode, look: (node: SyntaxNode) => void): void {
  look(node);
  for (const child of childrenOf(node)) visit(child, look);
}
