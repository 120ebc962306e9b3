import { parse } from 'acorn';
import { generate, parse as parseStyle, walk } from 'css-tree';
import type { Compat } from './compat-data';
import { childrenOf, isNode, type SyntaxNode } from './syntax-tree';

/**
 * Last edition of ECMAScript whose syntax every supported version has whole. The parser refuses what is newer, patterns of regular
 * expressions included.
 */
const EDITION = 2024;

/** Names in a built script. */
interface Mentions {
  /** Members that it reads, by the name of the object or of the member before; `''` for another object. */
  members: Map<string, Set<string>>;
  variables: Set<string>;
  /** Variables that it declares. */
  declared: Set<string>;
  events: Set<string>;
  /** Attributes of elements that React creates, as `div popover`. */
  attributes: Set<string>;
}

/**
 * Names of features in built scripts that a version of a browser lacks. Types are gone from a built script. So a member of an
 * unknown object counts only if nothing that the version has is called so, and none of the scripts defines or quotes its name.
 */
export function newerScriptFeatures(texts: readonly string[], compat: Compat): string[] {
  const own = new Set<string>();
  const found = new Set<string>();
  for (const mentions of texts.map((text) => readScript(text, own))) {
    const { members, variables, declared, events, attributes } = mentions;
    for (const [owner, names] of members) {
      for (const name of names) {
        const known = declared.has(owner) ? null : compat.hasMember(owner, name);
        if (known === false) found.add(`${owner}.${name}`);
        if (known === null && !own.has(name) && compat.hasSomewhere(name) === false) found.add(`.${name}`);
      }
    }
    for (const name of variables) {
      if (!declared.has(name) && compat.hasGlobal(name) === false) found.add(name);
    }
    for (const name of events) if (compat.hasSomewhere(`${name}_event`) === false) found.add(`${name} event`);
    for (const name of attributes) if (isNewAttribute(name, compat)) found.add(`<${name}>`);
  }
  return [...found].sort();
}

function isNewAttribute(name: string, compat: Compat): boolean {
  const [element = '', attribute = ''] = name.split(' ');
  const places = [
    ['elements', element, attribute],
    ['global_attributes', attribute],
  ];
  return (
    compat.has('html', 'elements', element) !== null &&
    places.some((place) => compat.has('html', ...place) === false)
  );
}

/** Adds the names that the script defines or quotes to `own`. */
function readScript(text: string, own: Set<string>): Mentions {
  const program = parseScript(text);
  const mentions: Mentions = {
    members: new Map(),
    variables: new Set(),
    declared: new Set(),
    events: new Set(),
    attributes: new Set(),
  };
  const visit = (node: SyntaxNode, parent: SyntaxNode | null) => {
    const name = textOf(node) ?? definedMember(node, parent);
    if (name !== null) own.add(name);
    addMentions(node, parent, mentions);
    // Not childrenOf: a build has millions of nodes, and a list for each takes longer than all the rest.
    for (const field in node) {
      const value = node[field];
      if (Array.isArray(value)) for (const child of value) isNode(child) && visit(child, node);
      else if (isNode(value)) visit(value, node);
    }
  };
  visit(program, null);
  return mentions;
}

/** Throws an error with the place in the script, whose lines are too long to find it by a number, if the syntax is newer. */
function parseScript(text: string): SyntaxNode {
  try {
    const program: unknown = parse(text, { ecmaVersion: EDITION, sourceType: 'module' });
    if (isNode(program)) return program;
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('pos' in error)) throw error;
    const at = Number(error.pos);
    throw new Error(`${error.message}, at: ${text.slice(Math.max(0, at - 40), at + 40)}`, { cause: error });
  }
  throw new Error('The parser returned no tree.');
}

function addMentions(node: SyntaxNode, parent: SyntaxNode | null, mentions: Mentions): void {
  const member = memberName(node);
  if (member !== null) {
    const owner = (isNode(node.object) ? (identifier(node.object) ?? memberName(node.object)) : null) ?? '';
    const names = mentions.members.get(owner);
    if (names === undefined) mentions.members.set(owner, new Set([member]));
    else names.add(member);
  }
  const variable = identifier(node);
  const isName = parent?.computed === false && (parent.property === node || parent.key === node);
  if (variable !== null && !isName) mentions.variables.add(variable);
  if (isNode(node.id)) addVariables(node.id, mentions.declared);
  if (isNode(node.param)) addVariables(node.param, mentions.declared);
  if (Array.isArray(node.params)) for (const param of node.params) addVariables(param, mentions.declared);
  if (node.type === 'CallExpression') addMentionsOfCall(node, mentions);
}

/** Adds an event that is listened to, or the attributes of an element that React creates. */
function addMentionsOfCall({ callee, arguments: given }: SyntaxNode, mentions: Mentions): void {
  const [first, second] = Array.isArray(given) ? given : [];
  const text = isNode(first) ? textOf(first) : null;
  if (text === null) return;
  if (isNode(callee) && memberName(callee) === 'addEventListener') mentions.events.add(text);
  if (!isNode(second) || second.type !== 'ObjectExpression') return;
  for (const { key } of childrenOf(second)) {
    const name = isNode(key) ? identifier(key) : null;
    if (name !== null) mentions.attributes.add(`${text} ${name.toLowerCase()}`);
  }
}

function identifier(node: SyntaxNode): string | null {
  return node.type === 'Identifier' ? String(node.name) : null;
}

function memberName({ type, computed, property }: SyntaxNode): string | null {
  return type === 'MemberExpression' && computed === false && isNode(property) ? identifier(property) : null;
}

/** The name of a member that the code creates or assigns. */
function definedMember({ type, computed, key, left }: SyntaxNode, parent: SyntaxNode | null): string | null {
  if (type === 'AssignmentExpression') return isNode(left) ? memberName(left) : null;
  const isMember =
    (type === 'Property' && parent?.type === 'ObjectExpression') ||
    type === 'MethodDefinition' ||
    type === 'PropertyDefinition';
  return isMember && computed === false && isNode(key) ? identifier(key) : null;
}

/** A constant text, which minifiers write as a template too. */
function textOf({ type, value, quasis }: SyntaxNode): string | null {
  if (type === 'Literal') return typeof value === 'string' ? value : null;
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length !== 1) return null;
  return String(quasis[0].value.cooked);
}

/** Adds the variables that a pattern declares. */
function addVariables(pattern: SyntaxNode, variables: Set<string>): void {
  const name = identifier(pattern);
  if (name !== null) variables.add(name);
  else for (const child of childrenOf(pattern)) addVariables(child, variables);
}

/** Names of features in a built style sheet that a version of a browser lacks. */
export function newerStyleFeatures(text: string, compat: Compat): string[] {
  const found = new Set<string>();
  const note = (name: string, ...path: string[]) => {
    if (compat.has('css', ...path) === false) found.add(name);
  };
  walk(parseStyle(text), function (node) {
    const property = this.declaration?.property;
    if (node.type === 'Declaration') note(node.property, 'properties', node.property);
    else if (node.type === 'Identifier' && property !== undefined) {
      note(`${property}: ${node.name}`, 'properties', property, node.name);
    } else if (node.type === 'Function') {
      if (compat.hasStyleFunction(node.name) === false) found.add(`${node.name}()`);
      if (property !== undefined) note(`${property}: ${node.name}()`, 'properties', property, node.name);
    } else if (node.type === 'PseudoClassSelector') note(`:${node.name}`, 'selectors', node.name);
    else if (node.type === 'PseudoElementSelector') note(`::${node.name}`, 'selectors', node.name);
    else if (node.type === 'NestingSelector') note(generate(node), 'selectors', 'nesting');
    else if (node.type === 'Atrule') note(`@${node.name}`, 'at-rules', node.name);
    else if (node.type === 'Feature') note(`@media (${node.name})`, 'at-rules', 'media', node.name);
  });
  return [...found].sort();
}

/** Keys and permissions of a manifest that a version of a browser lacks. */
export function newerManifestKeys(manifest: Record<string, unknown>, compat: Compat): string[] {
  const keysOf = (value: unknown, path: string[]): string[][] => {
    if (Array.isArray(value))
      return value.flatMap((one) => (typeof one === 'string' ? [[...path, one]] : []));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => [
      [...path, key],
      ...keysOf(inner, [...path, key]),
    ]);
  };
  return keysOf(manifest, [])
    .filter((path) => compat.has('webextensions', 'manifest', ...path) === false)
    .map((path) => path.join('.'))
    .sort();
}
