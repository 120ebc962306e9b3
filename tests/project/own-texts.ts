import { parseSync } from 'vite';
import type { Sources } from './architecture';

/** A text in a source file that belongs into the catalogue. */
export interface OwnText {
  /** `path:line`. */
  place: string;
  text: string;
}

interface SyntaxNode {
  type: string;
  start: number;
  [field: string]: unknown;
}

/** Attributes whose value is shown or read aloud. */
const SHOWN_ATTRIBUTES = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
];

/** Methods of elements that take a selector, or the name and value of a style. */
const ELEMENT_METHODS = ['closest', 'matches', 'querySelector', 'querySelectorAll', 'setProperty'];

/** Objects whose methods write a log. */
const LOGS = ['console', 'logger'];

/** Two words in a row: a text that people read. */
const SENTENCE = /\p{L}{2,}[,.:;…]? \p{L}{2,}/u;

/**
 * Finds the texts that a source file shows without the catalogue: text of an element, attributes that are shown or read aloud,
 * and any other text of several words. Class names, selectors, style sheets, the messages of `Error` (a defect, in the words of
 * its developer), of the console and of the log are not such texts.
 */
export function findOwnTexts(sources: Sources): OwnText[] {
  return [...sources].flatMap(([path, source]) => {
    if (path.endsWith('-style.ts')) return [];
    const found: OwnText[] = [];
    const { program } = parseSync(path, source);
    visit(program as unknown as SyntaxNode, (text, start) =>
      found.push({ place: `${path}:${source.slice(0, start).split('\n').length}`, text }),
    );
    return found;
  });
}

/** Finds the texts that are read from the catalogue while a module loads, not when they are shown. */
export function findTextsReadAtLoad(sources: Sources): string[] {
  return [...sources].flatMap(([path, source]) => {
    const found: string[] = [];
    const look = (node: SyntaxNode): void => {
      if (/Function/.test(node.type)) return;
      if (node.type === 'CallExpression' && calleeOf(node) === 't') {
        found.push(source.slice(node.start, Number(node.end)));
      }
      for (const child of Object.values(node).flat()) if (isNode(child)) look(child);
    };
    look(parseSync(path, source).program as unknown as SyntaxNode);
    return found.map((call) => `${path}: ${call}`);
  });
}

/** Matches a text that has the form of a key of the catalogue. */
const KEY = /^[a-z]\w*(\.\w+)+$/;

function visit(
  node: SyntaxNode,
  report: (text: string, start: number) => void,
  isShown = false,
  isComponents = false,
): void {
  if (isLeftOut(node)) return;
  const text = textOf(node);
  // A component's types ensure that a key is passed only to a prop for keys. An HTML element would show the key as a
  // text.
  const isKey = isComponents && text !== null && KEY.test(text);
  if (
    text !== null &&
    !isKey &&
    /\p{L}/u.test(text) &&
    (isShown || node.type === 'JSXText' || SENTENCE.test(text))
  ) {
    report(text.trim(), node.start);
  }
  const shows = isShown ? isPlainValue(node) : isShownAttribute(node);
  const ofComponent = node.type === 'JSXOpeningElement' ? /^[A-Z]/.test(attributeName(node)) : isComponents;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, report, shows && child.type !== 'JSXIdentifier', ofComponent);
    }
  }
}

function isLeftOut(node: SyntaxNode): boolean {
  if (/^(Import|ExportAll|TSLiteralType)/.test(node.type)) return true;
  if (node.type === 'JSXAttribute') return attributeName(node) === 'className';
  const { callee } = node;
  if (!isNode(callee)) return false;
  if (node.type === 'NewExpression') return callee.name === 'Error';
  if (isNode(callee.property) && ELEMENT_METHODS.includes(String(callee.property.name))) return true;
  return isNode(callee.object) && LOGS.includes(nameOf(callee.object));
}

/** `logger` for `deps.logger`. */
function nameOf(node: SyntaxNode): string {
  return String(isNode(node.property) ? node.property.name : node.name);
}

function isShownAttribute(node: SyntaxNode): boolean {
  return node.type === 'JSXAttribute' && SHOWN_ATTRIBUTES.includes(attributeName(node));
}

/** True if the values inside are shown as they are. Arguments of a call, such as a key of the catalogue, are not. */
function isPlainValue(node: SyntaxNode): boolean {
  return ['JSXExpressionContainer', 'ConditionalExpression', 'LogicalExpression', 'TemplateLiteral'].includes(
    node.type,
  );
}

function attributeName(node: SyntaxNode): string {
  return isNode(node.name) ? String(node.name.name) : '';
}

function textOf(node: SyntaxNode): string | null {
  if (node.type === 'Literal' || node.type === 'JSXText') {
    return typeof node.value === 'string' ? node.value : null;
  }
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  return node.quasis.map((part: { value: { cooked?: string } }) => part.value.cooked ?? '').join('…');
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Calls whose result is a text of the catalogue in words. */
const WORDS = ['t', 'wordsOf'];

/** Components and functions that take text from elsewhere, and spell out its odd characters; a text of the catalogue takes values. */
const FOR_FOREIGN_TEXT = ['ForeignText', 'ForeignCode', 'NameText', 'spellOut', 'spellOutLines', 'say'];

/** Matches what may stand between the facts of a row. */
const BETWEEN_FACTS = /^(?: · )?\n*$/;

/**
 * Finds texts of the catalogue that are joined to a longer text, of which each language would order the pieces otherwise, and those
 * that are passed on as text from elsewhere.
 */
export function findMisusedTexts(sources: Sources): string[] {
  return [...sources].flatMap(([path, source]) => {
    const found: string[] = [];
    const look = (node: SyntaxNode, misuse: boolean): void => {
      // Keys of elements are not shown.
      if (node.type === 'JSXAttribute' && /^key/.test(attributeName(node))) return;
      if (misuse && node.type === 'CallExpression' && WORDS.includes(calleeOf(node))) {
        found.push(`${path}: ${source.slice(node.start, Number(node.end))}`);
      }
      for (const child of Object.values(node).flat()) {
        if (isNode(child)) look(child, isMisuse(node) || (misuse && isPassedOn(node)));
      }
    };
    look(parseSync(path, source).program as unknown as SyntaxNode, false);
    return found;
  });
}

/** True for an expression in which a text of the catalogue would be a piece, or text from elsewhere. */
function isMisuse(node: SyntaxNode): boolean {
  if (node.type === 'BinaryExpression') return node.operator === '+';
  if (node.type === 'TemplateLiteral') {
    const between = (textOf(node) ?? '').split('…');
    return between.some((text) => !BETWEEN_FACTS.test(text));
  }
  if (node.type === 'CallExpression') return FOR_FOREIGN_TEXT.includes(calleeOf(node));
  return node.type === 'JSXOpeningElement' && FOR_FOREIGN_TEXT.includes(attributeName(node));
}

/** True if the value of a part is the value of the whole, or a part of it. The result of another function is another text. */
function isPassedOn({ type }: SyntaxNode): boolean {
  return !/^(?:CallExpression|.*Function.*|JSXElement)$/.test(type);
}

/** `a.b` for `a.b(…)`, `t` for `t(…)`. */
function calleeOf({ callee }: SyntaxNode): string {
  if (!isNode(callee)) return '';
  return isNode(callee.object) && isNode(callee.property)
    ? `${callee.object.name}.${callee.property.name}`
    : String(callee.name);
}
