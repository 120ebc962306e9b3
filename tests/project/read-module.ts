import { parseSync } from 'vite';

/** One import or re-export of a module. */
export interface ModuleImport {
  specifier: string;
  /** True if it disappears after compilation: it has no run-time cost and no order. */
  typeOnly: boolean;
}

/** The facts about a source file that the architecture's rules need. */
export interface SourceModule {
  /** Relative to the repository's root, with slashes. */
  path: string;
  lineCount: number;
  imports: ModuleImport[];
  /**
   * Every name that refers to a value or a binding: variables, globals, parameters; not property names, not
   * types. A property that is read directly from a name is included as a whole too, e.g. `Date.now`.
   */
  names: Set<string>;
}

/** A node of the syntax tree, with the fields that the walk below needs. */
interface SyntaxNode {
  type: string;
  [field: string]: unknown;
}

/** Parses a TypeScript or JavaScript file with the bundler's own parser. Throws if it has a syntax error. */
export function readModule(path: string, text: string): SourceModule {
  const { program, module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const names = new Set<string>();
  collectNames(program as unknown as SyntaxNode, names);
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ specifier: moduleRequest.value, typeOnly: isType }],
    ),
  );
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const literal = /^(['"])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    return literal?.[2] === undefined ? [] : [{ specifier: literal[2], typeOnly: false }];
  });
  return {
    path,
    lineCount: text.split('\n').length - 1,
    imports: [...statics, ...reexports, ...dynamic],
    names,
  };
}

function collectNames(node: SyntaxNode, names: Set<string>): void {
  if (isIdentifier(node)) names.add(node.name);
  const { object, property } = node;
  if (isIdentifier(object) && isIdentifier(property) && node.computed === false) {
    names.add(`${object.name}.${property.name}`);
  }
  for (const [field, value] of Object.entries(node)) {
    if (isPropertyName(node, field) || isTypePosition(value)) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child) && !isTypePosition(child)) collectNames(child, names);
    }
  }
}

/**
 * True if the node is a property name, like `b` in `a.b`, `{ b: 1 }` and `class { b() {} }`, not computed and
 * not a shorthand.
 */
function isPropertyName(node: SyntaxNode, field: string): boolean {
  if (node.computed === true || node.shorthand === true) return false;
  return (field === 'property' && node.type === 'MemberExpression') || (field === 'key' && 'key' in node);
}

function isTypePosition(value: unknown): boolean {
  if (!isNode(value)) return false;
  const isErased = value.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull|Instantiation)/.test(value.type);
  return isErased && value.type !== 'TSParameterProperty';
}

function isIdentifier(value: unknown): value is SyntaxNode & { name: string } {
  return isNode(value) && value.type === 'Identifier';
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
