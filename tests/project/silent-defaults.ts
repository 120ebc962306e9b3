import { parseSync } from 'vite';
import type { Sources } from './architecture';
import { childrenOf, isNode, type SyntaxNode } from './syntax-tree';

/** A place where an error is dropped or a missing value replaced without a stated reason. */
export interface SilentDefault {
  /** `path:line`. */
  place: string;
  rule: 'dropped error' | 'replaced value' | 'default parameter';
}

/**
 * Finds in each file:
 *
 * - a caught error that is dropped: `catch {}`, a handler that doesn't use its error, `.catch(() => …)`;
 * - a missing value that is replaced by an object, array, text or number: `a ?? 'x'`, `a || []`, `{ a = 1 }`. An empty
 *   text, 0 and an empty list may replace an optional field without a reason, because they add nothing. Only 0 may
 *   replace an entry that was looked up: `get(id) ?? []` needs a reason;
 * - a default parameter value, also of a member of a parameter's pattern, or a default of a component's prop.
 *
 * The first two are allowed with a comment that gives the reason: on that line, on the line before the expression or
 * its statement, or inside of the handler. A default parameter never is: each call passes what it means.
 */
export function findSilentDefaults(sources: Sources): SilentDefault[] {
  return [...sources].flatMap(([path, text]) => findIn(path, text));
}

function findIn(path: string, text: string): SilentDefault[] {
  const { program, comments } = parseSync(path, text);
  const lineOf = lineCounter(text);
  const commented = new Set<number>();
  for (const { start, end } of comments) {
    for (let line = lineOf(start); line <= lineOf(end); line += 1) commented.add(line);
  }
  const found: SilentDefault[] = [];
  const isExplained = (first: number, last: number, statement: number) => {
    const lines = [lineOf(statement) - 1, lineOf(first) - 1];
    for (let line = lineOf(first); line <= lineOf(last); line += 1) lines.push(line);
    return lines.some((line) => commented.has(line));
  };
  const added = new Set<SyntaxNode>();
  const add = (node: SyntaxNode, rule: SilentDefault['rule']) => {
    if (!added.has(node)) found.push({ place: `${path}:${lineOf(node.start)}`, rule });
    added.add(node);
  };

  function visit(node: SyntaxNode, statement: SyntaxNode): void {
    const inner = /Statement$|Declaration$|^Property$|^JSXAttribute$/.test(node.type) ? node : statement;
    const { body, param, params } = node;
    if (node.type === 'CatchClause' && isNode(body) && !uses(body, param)) {
      if (!isExplained(node.start, node.end, node.start)) add(node, 'dropped error');
    }
    const handler = rejectionHandlerOf(node);
    if (handler !== null && isNode(handler.body) && !uses(handler.body, firstOf(handler.params))) {
      if (!isExplained(handler.start, handler.end, inner.start)) add(handler, 'dropped error');
    }
    if (isReplacement(node) && !isExplained(node.right.start, node.right.start, inner.start)) {
      add(node.right, 'replaced value');
    }
    if (Array.isArray(params)) {
      for (const given of params.filter(isNode).flatMap(assignmentsIn)) add(given, 'default parameter');
    }
    for (const prop of propsWithDefault(node)) add(prop, 'default parameter');
    if (node.type === 'ObjectPattern' || node.type === 'ArrayPattern') {
      for (const pattern of defaultsIn(node)) {
        if (!isExplained(pattern.start, pattern.end, inner.start)) add(pattern, 'replaced value');
      }
    }
    for (const child of childrenOf(node)) visit(child, inner);
  }

  const root = program as unknown as SyntaxNode;
  visit(root, root);
  return found;
}

/** The handler of `.catch(handler)` and `.then(…, handler)`; null for any other node. */
function rejectionHandlerOf({ type, callee, arguments: given }: SyntaxNode): SyntaxNode | null {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee.property) || !Array.isArray(given))
    return null;
  const { name } = callee.property;
  const handler = name === 'catch' ? given[0] : name === 'then' ? given[1] : null;
  return isNode(handler) && /Function/.test(handler.type) ? handler : null;
}

/** The defaults of a parameter, and of all members of its pattern. */
function assignmentsIn(pattern: SyntaxNode): SyntaxNode[] {
  const { type, left, properties, elements, value, argument } = pattern;
  const inner = [left, value, argument, properties, elements].flat().filter(isNode);
  const isPattern = /Pattern$|^Property$|^RestElement$/.test(type);
  return [
    ...(type === 'AssignmentPattern' ? [pattern] : []),
    ...(isPattern ? inner.flatMap(assignmentsIn) : []),
  ];
}

/** True if the body refers to the error that the pattern binds. */
function uses(body: SyntaxNode, param: unknown): boolean {
  if (!isNode(param)) return false;
  // A destructured error is read.
  if (param.type !== 'Identifier') return true;
  const refers = (node: SyntaxNode): boolean =>
    (node.type === 'Identifier' && node.name === param.name) || childrenOf(node).some(refers);
  return refers(body);
}

/** True if a value that may be missing is replaced in a way that needs a reason. */
function isReplacement(node: SyntaxNode): node is SyntaxNode & { right: SyntaxNode } {
  const { type, operator, left, right } = node;
  if (type !== 'LogicalExpression' || operator === '&&' || !isNode(right) || !isLiteral(right)) return false;
  // With ||, an empty text and 0 are replaced too.
  return operator === '||' || !isNeutral(right) || (right.value !== 0 && isNode(left) && isLookUp(left));
}

function isLiteral({ type, value }: SyntaxNode): boolean {
  if (['ObjectExpression', 'ArrayExpression', 'TemplateLiteral'].includes(type)) return true;
  return type === 'Literal' && (typeof value === 'string' || typeof value === 'number');
}

/** True for an empty text, 0, and an empty list: they add nothing where an optional field or element is missing. */
function isNeutral({ type, value, elements }: SyntaxNode): boolean {
  if (type === 'ArrayExpression') return Array.isArray(elements) && elements.length === 0;
  return value === '' || value === 0;
}

/** True if a row or entry is looked up that ought to exist: `get(id)`, `find(…)`, also a member of it. */
function isLookUp({ type, argument, expression, object, callee }: SyntaxNode): boolean {
  if (type === 'CallExpression') {
    const named = isNode(callee) && isNode(callee.property) ? callee.property.name : null;
    return typeof named === 'string' && ['get', 'find', 'findLast', 'byId'].includes(named);
  }
  const inner = argument ?? expression ?? object;
  return isNode(inner) && isLookUp(inner);
}

/** The members of a pattern whose default needs a reason. */
function defaultsIn({ properties, elements }: SyntaxNode): SyntaxNode[] {
  const members = [properties, elements].flatMap((list) => (Array.isArray(list) ? list.filter(isNode) : []));
  return members
    .map((member) => (isNode(member.value) ? member.value : member))
    .filter(
      ({ type, right }) =>
        type === 'AssignmentPattern' && isNode(right) && isLiteral(right) && !isNeutral(right),
    );
}

/**
 * The destructured props with a default value, if the node declares a component: a function whose name begins with a
 * capital letter.
 */
function propsWithDefault({ id, init, params }: SyntaxNode): SyntaxNode[] {
  if (!isNode(id)) return [];
  const isComponent = typeof id.name === 'string' && /^[A-Z]/.test(id.name);
  const isOfProps = isNode(init) && init.name === 'props';
  const props = isOfProps ? id : isComponent ? firstOf(isNode(init) ? init.params : params) : null;
  if (!isNode(props) || !Array.isArray(props.properties)) return [];
  return props.properties
    .filter(isNode)
    .flatMap(({ value }) => (isNode(value) && value.type === 'AssignmentPattern' ? [value] : []));
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : null;
}

/** Returns the line of an offset, counted from 1. */
function lineCounter(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) ends.push(end);
  return (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? offset) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
