import { parseSync } from 'vite';
import type { Sources } from './architecture';
import { childrenOf, isNode, type SyntaxNode } from './syntax-tree';

/** An optional member of an interface or type that the sources never read, or never set. */
export interface UnusedMember {
  path: string;
  name: string;
  lacks: 'reader' | 'setter' | 'both';
}

/**
 * Finds the optional members that no source reads or no source sets. A member that is never set is always missing, so
 * the code that reads it is dead. knip finds unused exports, but not unused members. A required member needs no check,
 * because every value of its type sets it.
 *
 * Members are compared by name only: an unused member isn't found if a used member has the same name. A comparison by
 * type would report most members wrongly, because values are often passed from one type to another.
 */
export function findUnusedMembers(sources: Sources): UnusedMember[] {
  const optional: Pick<UnusedMember, 'path' | 'name'>[] = [];
  const uses = { read: new Set<string>(), set: new Set<string>() };
  for (const [path, text] of sources) {
    const root = parseSync(path, text).program as unknown as SyntaxNode;
    collect(root, null, uses, (name) => optional.push({ path, name }));
  }
  return optional.flatMap(({ path, name }): UnusedMember[] => {
    const [isRead, isSet] = [uses.read.has(name), uses.set.has(name)];
    if (isRead && isSet) return [];
    return [{ path, name, lacks: isRead ? 'setter' : isSet ? 'reader' : 'both' }];
  });
}

/**
 * Adds the names of the members that are read and set in this node, and reports the optional members that are declared
 * in it.
 */
function collect(
  node: SyntaxNode,
  parent: SyntaxNode | null,
  uses: Record<'read' | 'set', Set<string>>,
  declare: (name: string) => void,
): void {
  const { type, key, name, property, properties, children } = node;
  const add = (use: Set<string>, named: unknown) => {
    const found = nameOf(named);
    if (found !== null) use.add(found);
  };
  if ((type === 'TSPropertySignature' || type === 'TSMethodSignature') && node.optional === true) {
    const declared = nameOf(key);
    if (declared !== null) declare(declared);
  }
  if (type === 'MemberExpression') {
    const isTarget = parent?.type === 'AssignmentExpression' && parent.left === node;
    add(isTarget ? uses.set : uses.read, property);
  }
  if (type === 'JSXAttribute') add(uses.set, name);
  if (type === 'JSXElement' && Array.isArray(children) && children.length > 0) uses.set.add('children');
  if ((type === 'ObjectPattern' || type === 'ObjectExpression') && Array.isArray(properties)) {
    const use = type === 'ObjectPattern' ? uses.read : uses.set;
    for (const member of properties.filter(isNode)) if (member.computed !== true) add(use, member.key);
  }
  for (const child of childrenOf(node)) collect(child, node, uses, declare);
}

/** The name of a key or property; null if the name is computed. */
function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return String(node.value);
  return typeof node.name === 'string' ? node.name : null;
}
