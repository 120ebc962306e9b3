import { toApiTools } from '@/src/core/llm/api-tools';
import { toolsOf } from '@/src/core/tools/built-in-tools';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { readEnglishMessages } from '../../english-messages';
import type { Subject } from '../subject';
import type { Check } from './check';
import { toolInputProblem } from './tool-input-problem';

/** Tools are classified, described and sendable; saving is done by a commit tool; the case calls each tool. */
export const declarations: Check = {
  rule: 'declarations',
  title: 'declares its tools so that a model can use them and the policy can judge them',
  async run({ definition, adapterCase }) {
    const { tools, saving } = definition;
    const saver = tools.find(({ name }) => name === saving?.tool);
    const called = new Set(adapterCase.calls.map(({ tool }) => tool));
    const uncalled = tools.filter(({ name, executor }) => executor === 'page' && !called.has(name));
    const unknown = [...called].filter((name) => !tools.some((tool) => tool.name === name));
    return [
      ...tools.flatMap(toolProblems),
      ...pagingProblems(tools),
      ...nameProblems(definition),
      ...((saving?.tool ?? null) !== null && saver?.effect !== 'commit'
        ? ['saving.tool has to name a tool with the effect commit']
        : []),
      ...(saver !== undefined && !saver.input.safeParse({}).success
        ? [`${saver.name}: the tool that saves takes no arguments`]
        : []),
      ...uncalled.map(({ name }) => `${name}: add a sample call to conformance.ts`),
      ...unknown.map((name) => `${name}: conformance.ts calls it, but the definition has no such tool`),
    ];
  },
};

function toolProblems(tool: ToolDefinition): string[] {
  const { name, description, effect, executor, defaultPermission, question, timeoutMs } = tool;
  const asks = defaultPermission === 'ask';
  const isReading = effect === 'read' || effect === 'navigate';
  const problems = [
    [/^[a-z][a-z_]{0,63}$/.test(name), 'its name may have lower-case letters and _ only'],
    [/\.$/.test(description), 'its description has to end with a full stop'],
    [['read', 'navigate', 'write', 'commit'].includes(effect), `it can’t have the effect ${effect}`],
    [['page', 'delegated'].includes(executor), `it can’t have the executor ${executor}`],
    [timeoutMs > 0, 'its timeoutMs has to be positive'],
    [effect !== 'commit' || asks, 'a commit tool asks by default'],
    [!asks || question !== null, 'it asks by default, so it needs a question'],
    [!isReading || question === null, 'it only reads, so it has no question'],
    ...parameterProblems(tool),
  ] as const;
  return problems.flatMap(([isKept, problem]) => (isKept ? [] : [`${name}: ${problem}`]));
}

function parameterProblems(tool: ToolDefinition): (readonly [boolean, string])[] {
  const problem = toolInputProblem(tool, readEnglishMessages());
  if (problem !== null) return [[false, problem]];
  const [api] = toApiTools([tool]);
  // Without parameters the schema has no properties.
  const parameters = Object.entries(api?.function.parameters.properties ?? {});
  return parameters.map(([name, schema]) => {
    const text = typeof schema === 'object' && 'description' in schema ? String(schema.description) : '';
    return [/\S/.test(text), `its parameter ${name} needs a description (.describe)`] as const;
  });
}

function pagingProblems(tools: readonly ToolDefinition[]): string[] {
  return tools.flatMap(({ name, readWith }) => {
    if (readWith === null) return [];
    const pager = tools.find((tool) => tool.name === readWith);
    return pager?.effect === 'read' && readWith !== name
      ? []
      : [`${name}: readWith has to name another read tool`];
  });
}

function nameProblems({ id, tools, contributions }: Subject['definition']): string[] {
  const foreign = contributions.filter(({ key }) => !key.startsWith(`${id}:`));
  const problems = foreign.map(({ key }) => `contribution ${key}: its key has to begin with ${id}:`);
  try {
    toolsOf(tools, { sendsMessages: true });
    return problems;
  } catch (error) {
    return [...problems, error instanceof Error ? error.message : String(error)];
  }
}
