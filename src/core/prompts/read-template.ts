import { parse, tokenize } from '@huggingface/jinja';

/** Longest template, in UTF-16 units: the reader's time grows with the square of a run of blanks, here to a third of a second at worst. */
const MAX_TEMPLATE_LENGTH = 20_000;
/** Largest number as a filter's argument: widths grow the output by it. */
const MAX_ARGUMENT = 100;

type Program = ReturnType<typeof parse>;
type Node = Program['body'][number];

/** A template that may be run. */
export interface ReadTemplate {
  program: Program;
  /** The nodes whose values are printed; those that only name a value, with what they name, the others with null. */
  printed: ReadonlyMap<object, string | null>;
}

/**
 * The parts of Jinja that a template may use (ledger C-076), and where their parts are found. What is missing could
 * make a step cost more than the values in front of it, or call itself: functions, macros, nested literals.
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
/** The children that are blocks: lists of what is printed one after the other. */
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
/** Names that are no variables. */
const CONSTANTS: readonly string[] = ['true', 'false', 'none'];

/** Reads a Jinja template. Throws an Error whose message says what is wrong with it, without a full stop. */
export function readTemplate(template: string): ReadTemplate {
  if (template.length > MAX_TEMPLATE_LENGTH) {
    throw new Error(`it is longer than ${MAX_TEMPLATE_LENGTH} characters`);
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
    // The parser takes the next token for granted; past the last one that is a TypeError.
    if (error instanceof TypeError) {
      throw new Error('it ends before all of its tags and blocks are closed', { cause: error });
    }
    throw error;
  }
}

/** Checks a node, or a list of them, and what lies below; notes what is printed. */
function visit(value: Node | Node[] | undefined | null, printed: Map<object, string | null>): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, printed);
  } else if (value !== undefined && value !== null) {
    checkNode(value);
    const children = CHILDREN.get(value.type);
    if (children === undefined) throw new Error(`it uses ${value.type}, which is not supported`);
    for (const key of children) {
      if (BLOCKS.includes(key)) for (const item of nodesAt(value, key)) printed.set(item, nameIn(item));
      visit(nodeAt(value, key), printed);
    }
  }
}

function checkNode(node: Node): void {
  if (node.type === 'FilterExpression') checkFilter(nodeAt(node, 'filter'));
  if (node.type === 'TestExpression') checkName('test', nameOf(nodeAt(node, 'test')), TESTS);
  if (node.type === 'CallExpression') checkMethod(node);
  if (node.type === 'Set' && nodeAt(node, 'assignee').type !== 'Identifier') {
    throw new Error('it sets something other than a plain name');
  }
  // A list that holds itself twice, over and over, would be written out without end.
  if (LISTS.includes(node.type) && !nodesAt(node, 'value').every(isConstant)) {
    throw new Error('a list in it may hold only plain texts and numbers');
  }
}

function checkFilter(filter: Node): void {
  const takesArguments = filter.type === 'CallExpression';
  const name = nameOf(takesArguments ? nodeAt(filter, 'callee') : filter);
  checkName('filter', name, FILTERS);
  const values = (takesArguments ? nodesAt(filter, 'args') : []).map((argument) =>
    argument.type === 'KeywordArgumentExpression' ? nodeAt(argument, 'value') : argument,
  );
  if (!values.every(isSmallConstant)) {
    throw new Error(`the filter "${name}" takes only plain texts, and numbers from 0 to ${MAX_ARGUMENT}`);
  }
}

function checkMethod(call: Node): void {
  const callee = nodeAt(call, 'callee');
  const isMethod = callee.type === 'MemberExpression' && METHODS.includes(nameOf(nodeAt(callee, 'property')));
  if (!isMethod || nodesAt(call, 'args').length > 0) {
    throw new Error('it calls a function; only .items(), .keys() and .values() can be called');
  }
}

function checkName(kind: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new Error(`there is no ${kind} "${name}"; there are ${known.join(', ')}`);
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

/** A name as the template has it, e.g. `model.id` or `models[0]`; what is computed shows as `…`. */
function pathOf(node: Node): string {
  if (node.type === 'Identifier' || LITERALS.includes(node.type)) return nameOf(node);
  if (node.type !== 'MemberExpression') return '…';
  const [object, property] = [pathOf(nodeAt(node, 'object')), pathOf(nodeAt(node, 'property'))];
  return Reflect.get(node, 'computed') === true ? `${object}[${property}]` : `${object}.${property}`;
}

/** What an identifier or a literal holds. */
function nameOf(node: Node): string {
  return String(Reflect.get(node, 'value'));
}

/** The package keeps the shape of its tree to itself: which type of node has which parts is known from its parser. */
function nodeAt(node: Node, key: string): Node {
  return Reflect.get(node, key);
}

function nodesAt(node: Node, key: string): Node[] {
  return Reflect.get(node, key);
}
