import { join } from 'node:path';
import { parseSync } from 'vite';
import { projectSources } from '@/tests/project/project-sources';
import { childrenOf, isNode, type SyntaxNode } from '@/tests/project/syntax-tree';

/** A call that makes an error: its code, and the keys of the texts that it can have. */
export interface ErrorPlace {
  code: string;
  texts: readonly string[];
  /** Empty if the remedies are the texts with the same keys and `Remedy` after them. */
  remedies: readonly string[];
}

const FOLDERS = ['src', 'entrypoints'];
const MAKERS = ['textError', 'StewardError'];

/** The calls in the sources that state code and text of an error, not by a variable. */
export function readErrorPlaces(root: string): ErrorPlace[] {
  const sources = projectSources(FOLDERS.map((folder) => join(root, folder)));
  return [...sources].flatMap(([path, source]) => findErrorPlaces(path, source));
}

/** As {@link readErrorPlaces}, of one source. */
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
