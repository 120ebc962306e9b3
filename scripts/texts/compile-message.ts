import {
  isArgumentElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import type { Message, MessagePart } from '../../src/core/text/message';

/** The form of an inserted value: as it is, as a number in the user's way of writing, or as the choice among branches. */
export type Parameter = 'text' | 'number' | readonly string[];

export interface CompiledMessage {
  message: Message;
  parameters: ReadonlyMap<string, Parameter>;
}

/**
 * Compiles a text in ICU MessageFormat. Throws for syntax that the run time doesn't know, such as dates, ordinals and offsets: those are
 * formatted before they are inserted.
 */
export function compileMessage(text: string): CompiledMessage {
  const parameters = new Map<string, Parameter>();
  const message = compile(parse(text, { ignoreTag: true, requiresOtherClause: true }), parameters);
  return { message, parameters };
}

function compile(elements: readonly MessageFormatElement[], parameters: Map<string, Parameter>): Message {
  const parts = elements.map((element) => compilePart(element, parameters));
  const [only] = parts;
  if (only === undefined) return '';
  return parts.length === 1 && typeof only === 'string' ? only : parts;
}

function compilePart(element: MessageFormatElement, parameters: Map<string, Parameter>): MessagePart {
  if (isLiteralElement(element)) return element.value;
  if (isPoundElement(element)) return 0;
  if (isArgumentElement(element)) {
    if (!parameters.has(element.value)) parameters.set(element.value, 'text');
    return [element.value];
  }
  if (isNumberElement(element) && (element.style === null || element.style === undefined)) {
    parameters.set(element.value, 'number');
    return [element.value, 'number'];
  }
  if (isPluralElement(element) && element.pluralType === 'cardinal' && element.offset === 0) {
    parameters.set(element.value, 'number');
    return [element.value, 'plural', branches(element.options, parameters)];
  }
  if (isSelectElement(element)) {
    parameters.set(element.value, Object.keys(element.options));
    return [element.value, 'select', branches(element.options, parameters)];
  }
  throw new Error(`A text has a form that isn’t supported: ${JSON.stringify(element)}.`);
}

function branches(
  options: Readonly<Record<string, { value: MessageFormatElement[] }>>,
  parameters: Map<string, Parameter>,
): Record<string, Message> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [name, compile(value, parameters)]),
  );
}

/** The forms among which a part of a message chooses; none for another part. */
export function branchesOf(part: MessagePart): Readonly<Record<string, Message>> {
  return (typeof part === 'object' && part[2]) || {};
}

/** All parts of a message, also of its forms. */
export function partsIn(message: Message): MessagePart[] {
  if (typeof message === 'string') return [message];
  return message.flatMap((part) => [part, ...Object.values(branchesOf(part)).flatMap(partsIn)]);
}

/** The words of a text, those of all its forms, without what is inserted. */
export function ownWords(message: Message): string[] {
  return partsIn(message).filter((part) => typeof part === 'string');
}

/** Length of the longest form. `inserted` is that of a value. */
export function longestForm(message: Message, lengthOf: (text: string) => number, inserted: number): number {
  if (typeof message === 'string') return lengthOf(message);
  return message.reduce<number>((length, part) => {
    if (typeof part === 'string') return length + lengthOf(part);
    const forms = Object.values(branchesOf(part)).map((form) => longestForm(form, lengthOf, inserted));
    return length + (forms.length === 0 ? inserted : Math.max(...forms));
  }, 0);
}
