import { parse, tokenize } from '@huggingface/jinja';
import { type Said, say } from '@/src/schema/values/said';

/**
 * Longest template, in UTF-16 units. Parsing time grows with the square of a run of blanks; this bounds it to
 * a third of a second.
 */
const MAX_TEMPLATE_LENGTH = 20_000;
/** Largest number as a filter's argument: widths multiply the output. */
const MAX_ARGUMENT = 100;

type Program = ReturnType<typeof parse>;
type Node = Program['body'][number];

/** A parsed template that is allowed to run. */
export interface ReadTemplate {
  program: Program;
  /** The nodes whose values are printed, each with the variable that it names; null for any other node. */
  printed: ReadonlyMap<object, string | null>;
}

/**
 * The allowed node types of Jinja with their child properties. Types that could make a step cost more than
 * its input, or recurse, are missing: functions, macros, nested literals.
 */
const CHILDREN: ReadonlyMap<string, readonly string[]> = new Map([
  ['Program', ['body']],
  ['If', ['test', 'body', 'alternate']],
  ['For', ['iterable', 'body', 'defaultBlock']],
  ['Set', ['value', 'body']],
  ['Comment', []],
  ['StringLiteral', []],
  ['IntegerLiteral', []],
  ['FloatLiteral', []],
  ['ArrayLiteral', []],
  ['TupleLiteral', []],
  ['Identifier', []],
  ['MemberExpression', ['object', 'property']],
  ['SliceExpression', ['start', 'stop', 'step']],
  ['CallExpression', ['callee']],
  ['BinaryExpression', ['left', 'right']],
  ['UnaryExpression', ['argument']],
  ['FilterExpression', ['operand']],
  ['TestExpression', ['operand']],
  ['SelectExpression', ['lhs', 'test']],
  ['Ternary', ['condition', 'trueExpr', 'falseExpr']],
]);
/** Child properties that are blocks: their nodes are printed one after the other. */
const BLOCKS: readonly string[] = ['body', 'alternate', 'defaultBlock'];

const FILTERS: readonly string[] = [
  ...['length', 'title', 'upper', 'lower', 'capitalize', 'trim', 'indent', 'replace', 'join', 'default'],
  ...['sort', 'reverse', 'unique', 'map', 'items', 'tojson', 'string', 'int'],
];
const TESTS: readonly string[] = [
  ...['defined', 'undefined', 'none', 'true', 'false', 'string', 'number', 'boolean'],
  ...['mapping', 'iterable', 'odd', 'even'],
];
const METHODS: readonly string[] = ['items', 'keys', 'values'];
const LITERALS: readonly string[] = ['StringLiteral', 'IntegerLiteral', 'FloatLiteral'];
const NAMING: readonly string[] = ['Identifier', 'MemberExpression'];
const LISTS: readonly string[] = ['ArrayLiteral', 'TupleLiteral'];
/** Identifiers that are constants, not variables. */
const CONSTANTS: readonly string[] = ['true', 'false', 'none'];

/** A template that can't be used, with the reason in a sentence. */
export class TemplateFault extends Error {
  constructor(readonly said: Said) {
    super();
  }
}

/** The fault of a template with a part of the language that isn't supported. */
export function unsupported(part: string): TemplateFault {
  return new TemplateFault(say('said.template.unsupported', { part }));
}

/**
 * Parses and checks a Jinja template. Throws a {@link TemplateFault}, or an error of the parser.
 */
export function readTemplate(template: string): ReadTemplate {
  if (template.length > MAX_TEMPLATE_LENGTH) {
    throw new TemplateFault(say('said.template.tooLong', { count: MAX_TEMPLATE_LENGTH }));
  }
  const program = parseTemplate(template);
  const printed = new Map<object, string | null>();
  visit(program, printed);
  return { program, printed };
}

function parseTemplate(template: string): Program {
  try {
    return parse(tokenize(template, { lstrip_blocks: true, trim_blocks: true }));
  } catch (error) {
    // The parser doesn't check for the end of its input and fails with a TypeError there.
    if (error instanceof TypeError) {
      throw new TemplateFault(say('said.template.unclosed'));
    }
    throw error;
  }
}

/** Checks nodes recursively and collects those that are printed. */
function visit(value: Node | Node[] | undefined | null, printed: Map<object, string | null>): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, printed);
  } else if (value !== undefined && value !== null) {
    checkNode(value);
    const children = CHILDREN.get(value.type);
    if (children === undefined) throw unsupported(value.type);
    for (const key of children) {
      if (BLOCKS.includes(key)) for (const item of nodesAt(value, key)) printed.set(item, nameIn(item));
      visit(nodeAt(value, key), printed);
    }
  }
}

function checkNode(node: Node): void {
  if (node.type === 'FilterExpression') checkFilter(nodeAt(node, 'filter'));
  if (node.type === 'TestExpression') checkName('said.template.noTest', nameOf(nodeAt(node, 'test')), TESTS);
  if (node.type === 'CallExpression') checkMethod(node);
  if (node.type === 'Set' && nodeAt(node, 'assignee').type !== 'Identifier') {
    throw new TemplateFault(say('said.template.setsOther'));
  }
  // Refuses lists of variables: a list that is repeatedly replaced by one that contains it twice would grow
  // exponentially when printed.
  if (LISTS.includes(node.type) && !nodesAt(node, 'value').every(isConstant)) {
    throw new TemplateFault(say('said.template.list'));
  }
}

function checkFilter(filter: Node): void {
  const takesArguments = filter.type === 'CallExpression';
  const name = nameOf(takesArguments ? nodeAt(filter, 'callee') : filter);
  checkName('said.template.noFilter', name, FILTERS);
  const values = (takesArguments ? nodesAt(filter, 'args') : []).map((argument) =>
    argument.type === 'KeywordArgumentExpression' ? nodeAt(argument, 'value') : argument,
  );
  if (!values.every(isSmallConstant)) {
    throw new TemplateFault(say('said.template.filterArgument', { name, max: MAX_ARGUMENT }));
  }
}

function checkMethod(call: Node): void {
  const callee = nodeAt(call, 'callee');
  const isMethod = callee.type === 'MemberExpression' && METHODS.includes(nameOf(nodeAt(callee, 'property')));
  if (!isMethod || nodesAt(call, 'args').length > 0) {
    throw new TemplateFault(say('said.template.call'));
  }
}

function checkName(
  id: 'said.template.noTest' | 'said.template.noFilter',
  name: string,
  known: readonly string[],
): void {
  if (known.includes(name)) return;
  throw new TemplateFault(say(id, { name, known }));
}

function isConstant(node: Node): boolean {
  return LITERALS.includes(node.type) || (node.type === 'Identifier' && CONSTANTS.includes(nameOf(node)));
}

function isSmallConstant(node: Node): boolean {
  const number = node.type === 'IntegerLiteral' ? Number(nameOf(node)) : 0;
  return isConstant(node) && number >= 0 && number <= MAX_ARGUMENT;
}

function nameIn(node: Node): string | null {
  return NAMING.includes(node.type) ? pathOf(node) : null;
}

/** A name as the template has it, e.g. `model.id` or `models[0]`; computed parts are shown as `…`. */
function pathOf(node: Node): string {
  if (node.type === 'Identifier' || LITERALS.includes(node.type)) return nameOf(node);
  if (node.type !== 'MemberExpression') return '…';
  const [object, property] = [pathOf(nodeAt(node, 'object')), pathOf(nodeAt(node, 'property'))];
  return Reflect.get(node, 'computed') === true ? `${object}[${property}]` : `${object}.${property}`;
}

/** The value of an identifier or a literal. */
function nameOf(node: Node): string {
  return String(Reflect.get(node, 'value'));
}

/**
 * Reads a child by the name of its property. The package doesn't export its node types; the properties of each type
 * are known from its parser.
 */
function nodeAt(node: Node, key: string): Node {
  return Reflect.get(node, key);
}

function nodesAt(node: Node, key: string): Node[] {
  return Reflect.get(node, key);
}
