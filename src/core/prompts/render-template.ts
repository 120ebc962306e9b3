import { Environment, Interpreter } from '@huggingface/jinja';
import type { JsonObject } from '../json';
import { type ReadTemplate, readTemplate } from './read-template';

/** Evaluated parts, plus the size of what each comes to: its items, keys, or characters by the fifty. Bounds time and memory alike. */
const MAX_EFFORT = 200_000;
const CHARACTERS_PER_STEP = 50;
/** Longest text that a template may make, in UTF-16 units. */
const MAX_OUTPUT = 100_000;

/** What a template made, without blanks around it; or why it made nothing, without a full stop. */
export type RenderedTemplate = { kind: 'text'; text: string } | { kind: 'failed'; reason: string };

/**
 * Runs a Jinja template over `variables`: variables, loops, conditionals, assignments and filters (ledger C-076),
 * interpreted, so that no eval is needed. The same template and variables give the same bytes: there is no clock.
 *
 * Values are printed as they are and never read as templates. Printing what has no value, or a list or an object
 * (`join` and `tojson` make text of them), fails. So does a template that is too long, asks for too much work or
 * makes too much text; what stays unbounded is a single step's work on the variables themselves, a few passes over
 * their text. `prepare` sees the variables before the template runs.
 */
export function renderTemplate(
  template: string,
  variables: JsonObject,
  prepare: (environment: Environment) => void = () => {},
): RenderedTemplate {
  try {
    const { program, printed } = readTemplate(template);
    const environment = environmentOf(variables);
    prepare(environment);
    const text = String(boundedInterpreter(environment, printed).run(program).value).trim();
    if (text.length > MAX_OUTPUT) throw new Error(`it makes more than ${MAX_OUTPUT} characters`);
    return { kind: 'text', text };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

/** The package's interpreter evaluates every part of a template through one method; so that is where to look on. */
function boundedInterpreter(environment: Environment, printed: ReadTemplate['printed']): Interpreter {
  const interpreter = new Interpreter(environment);
  const evaluate = interpreter.evaluate.bind(interpreter);
  let effort = 0;
  interpreter.evaluate = (node, scope) => {
    const result = evaluate(node, scope);
    effort += 1 + sizeOf(result.value);
    if (effort > MAX_EFFORT) throw new Error('it asks for too much work');
    if (node?.type === 'Identifier' && typeof result.value === 'function') {
      throw new Error('it uses namespace, which is not supported');
    }
    const name = node === undefined ? undefined : printed.get(node);
    if (name !== undefined) checkPrintable(name, result);
    return result;
  };
  return interpreter;
}

function environmentOf(variables: JsonObject): Environment {
  const constants = new Environment();
  for (const [name, value] of Object.entries({ true: true, false: false, none: null })) {
    constants.set(name, value);
  }
  const environment = new Environment(constants);
  // What an environment brings along would be in the way of a variable of that name.
  environment.variables.clear();
  for (const [name, value] of Object.entries(variables)) environment.set(name, value);
  return environment;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length / CHARACTERS_PER_STEP;
  if (Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : 0;
}

/** `name` is what the template printed, null if it computed it. */
function checkPrintable(name: string | null, { type, value }: { type: string; value: unknown }): void {
  if (name !== null && type === 'UndefinedValue') throw new Error(`"${name}" has no value`);
  if (typeof value !== 'object' && typeof value !== 'function') return;
  throw new Error(
    `it prints ${name === null ? 'something' : `"${name}"`} that is no text; use join or tojson`,
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply, or makes too much text';
  return String(error)
    .replace(/^(\w*Error: )*(Parser Error: )?/, '')
    .replace(/\.$/, '');
}
