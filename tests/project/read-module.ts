import { parseSync } from 'vite';

/** One import or re-export of a module. */
export interface ModuleImport {
  specifier: string;
  /** Gone after compilation: it costs nothing and orders nothing. */
  typeOnly: boolean;
}

/** What the architecture's rules look at in a source file. */
export interface SourceModule {
  /** From the repository's root, with slashes. */
  path: string;
  lineCount: number;
  imports: ModuleImport[];
  /**
   * Every name that stands for a value or a binding: variables, globals, parameters; not property names, not types.
   * A property read straight from a name is also there as a whole, like `Date.now`.
   */
  names: Set<string>;
}

/** A node of the syntax tree, as far as the walk below needs to know it. */
interface SyntaxNode {
  type: string;
  [field: string]: unknown;
}

/** Parses a TypeScript or JavaScript file with the bundler's own parser. Throws when it isn't well-formed. */
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

/** `b` in `a.b`, `{ b: 1 }` and `class { b() {} }` names a property, unless it is computed or a shorthand. */
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
