import { Environment, Interpreter } from '@huggingface/jinja';
import type { JsonObject } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import { type ReadTemplate, readTemplate, TemplateFault, unsupported } from './read-template';

/**
 * Budget of evaluation steps: one per node, plus its value's items, keys, or characters divided by fifty.
 * Bounds time and memory.
 */
const MAX_EFFORT = 200_000;
const CHARACTERS_PER_STEP = 50;
/** Longest output of a template, in UTF-16 units. */
const MAX_OUTPUT = 100_000;

/** The trimmed output of a template, or the reason of its failure without a full stop. */
export type RenderedTemplate = { kind: 'text'; text: string } | { kind: 'failed'; reason: Said };

/**
 * Runs a Jinja template over `variables`, with variables, loops, conditionals, assignments and filters. It is
 * interpreted, so no eval is needed. Deterministic: there is no clock.
 *
 * Values are printed literally and never parsed as templates. Printing an undefined value, a list or an
 * object fails (`join` and `tojson` convert them to text). A template also fails if it is too long, exceeds
 * the step budget or makes too much text. The work of a single step is bounded only by the size of the
 * variables.
 */
export function renderTemplate(template: string, variables: JsonObject): RenderedTemplate {
  return renderPreparedTemplate(template, variables, () => undefined);
}

/** As {@link renderTemplate}; `prepare` gets the environment before the template runs. */
export function renderPreparedTemplate(
  template: string,
  variables: JsonObject,
  prepare: (environment: Environment) => void,
): RenderedTemplate {
  try {
    const { program, printed } = readTemplate(template);
    const environment = environmentOf(variables);
    prepare(environment);
    const text = String(boundedInterpreter(environment, printed).run(program).value).trim();
    if (text.length > MAX_OUTPUT)
      throw new TemplateFault(say('said.template.tooMuchText', { count: MAX_OUTPUT }));
    return { kind: 'text', text };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

/** Limits the package's interpreter. It evaluates every node through one method, which is wrapped here. */
function boundedInterpreter(environment: Environment, printed: ReadTemplate['printed']): Interpreter {
  const interpreter = new Interpreter(environment);
  const evaluate = interpreter.evaluate.bind(interpreter);
  let effort = 0;
  interpreter.evaluate = (node, scope) => {
    const result = evaluate(node, scope);
    effort += 1 + sizeOf(result.value);
    if (effort > MAX_EFFORT) throw new TemplateFault(say('said.template.tooMuchWork'));
    if (node?.type === 'Identifier' && typeof result.value === 'function') {
      throw unsupported('namespace');
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
  // The environment's built-in names would hide variables of the same name.
  environment.variables.clear();
  for (const [name, value] of Object.entries(variables)) environment.set(name, value);
  return environment;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length / CHARACTERS_PER_STEP;
  if (Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : 0;
}

/** `name` is the printed variable; null for a computed value. */
function checkPrintable(name: string | null, { type, value }: { type: string; value: unknown }): void {
  if (name !== null && type === 'UndefinedValue')
    throw new TemplateFault(say('said.template.noValue', { name }));
  if (typeof value !== 'object' && typeof value !== 'function') return;
  throw new TemplateFault(
    name === null ? say('said.template.printsOther') : say('said.template.prints', { name }),
  );
}

function reasonOf(error: unknown): Said {
  if (error instanceof TemplateFault) return error.said;
  if (error instanceof RangeError) return say('said.template.tooDeep');
  return say('said.template.parser', {
    message: String(error).replace(/^(\w*Error: )*(Parser Error: )?/, ''),
  });
}
